"""The command `quacks`: its commands, and what becomes of everything that can go wrong.

Every command exits with 0, or 1 and one line on stderr, or 2 for a wrong call; never with a
traceback.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from quedlinburg import __version__
from quedlinburg.cli import INTERRUPTED, bench, odds, play, replay, rules, scenario, verify
from quedlinburg.cli.optional import load_optional
from quedlinburg.cli.output import complain, discard_streams, prepare_streams, was_interrupted
from quedlinburg.engine.version import RULES_VERSION

app = typer.Typer(
    name="quacks",
    help="The Quacks of Quedlinburg: play it, replay it, check it.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def show_version(wanted: bool) -> None:
    """Print the versions of the program and of the rules."""
    if wanted:
        typer.echo(f"quacks {__version__}, rules {RULES_VERSION}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def quacks(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=show_version, is_eager=True, help="Print the version and leave."
        ),
    ] = False,
) -> None:
    """The Quacks of Quedlinburg: play it, replay it, check it.

    Without a command a table opens in the browser.
    """
    if context.invoked_subcommand is None:
        play.open_in_browser()


app.command("play")(play.play)
app.command("scenario")(scenario.scenario)
app.command("replay")(replay.replay)
app.command("verify")(verify.verify)
app.command("rules")(rules.rules)
app.command("odds")(odds.odds)
app.add_typer(bench.app, name="bench")

# Server, arena and training read their own options, and are only loaded when they are asked for.
_PASSED_ON = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}


def pass_on(context: typer.Context, part: str = "serve") -> object:
    """Run a command of another Typer application, by default that of the server."""
    commands = load_optional(f"quedlinburg.cli.{part}", "app")
    if commands is None:
        raise ValueError(f"{context.info_name} needs the {part} part, which is not installed")
    return commands([context.info_name, *context.args], prog_name="quacks", standalone_mode=False)


@app.command("serve", context_settings=_PASSED_ON, add_help_option=False)
def serve(context: typer.Context) -> object:
    """Run the table server for others."""
    return pass_on(context)


@app.command("backup", context_settings=_PASSED_ON, add_help_option=False)
def backup(context: typer.Context) -> object:
    """Write a copy of the server's database, also while it runs."""
    return pass_on(context)


@app.command("arena", context_settings=_PASSED_ON, add_help_option=False)
def arena(context: typer.Context) -> object:
    """Bots against bots: games, ratings, confidence intervals, plots."""
    return pass_on(context, "arena")


@app.command("train", context_settings=_PASSED_ON, add_help_option=False)
def train(context: typer.Context) -> object:
    """Let the master learn from games against itself."""
    return pass_on(context, "train")


def describe_error(error: Exception) -> str:
    """Say what went wrong in words, the file first where there is one."""
    if isinstance(error, OSError) and error.strerror:
        where = f"{error.filename}: " if error.filename is not None else ""
        return f"{where}{error.strerror.lower()}"
    return str(error) or type(error).__name__


def run(args: Sequence[str] | None) -> int:
    """Run a command and return its exit code; whatever is wrong comes out as one line."""
    try:
        code = app(args, prog_name="quacks", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        command = context.command_path if context is not None else "quacks"
        complain(f"{error.format_message()} (see {command} --help)")
        return error.exit_code
    except typer.Abort:
        return INTERRUPTED
    except (ValueError, OSError) as error:
        complain(describe_error(error))
        return 1
    except Exception as error:
        if was_interrupted(error):
            return INTERRUPTED
        if os.environ.get("QUACKS_TRACEBACK"):
            raise
        complain(
            f"something unforeseen: {type(error).__name__}: {error} "
            "(set QUACKS_TRACEBACK=1 to see where, and please report it)"
        )
        return 1


def main(args: Sequence[str] | None = None) -> int:
    """Run `quacks` with the words of the command line, or with given ones."""
    prepare_streams()
    try:
        code = run(args)
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 1
    except KeyboardInterrupt:
        code = INTERRUPTED
    if code == INTERRUPTED:
        sys.stderr.write("\n")
    discard_streams()
    return code

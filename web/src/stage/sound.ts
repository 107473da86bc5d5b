/** Dry, close, wooden sounds, made on the spot; silent until they are switched on. */
import { settings } from "../device/settings.svelte";

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!settings.sound || typeof AudioContext === "undefined") return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

function tone(
  from: number,
  to: number,
  seconds: number,
  loud: number,
  type: OscillatorType = "sine",
  wait = 0,
): void {
  const at = audio();
  if (!at) return;
  const start = at.currentTime + wait;
  const voice = at.createOscillator();
  const volume = at.createGain();
  voice.type = type;
  voice.frequency.setValueAtTime(from, start);
  voice.frequency.exponentialRampToValueAtTime(Math.max(20, to), start + seconds);
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  voice.connect(volume).connect(at.destination);
  voice.start(start);
  voice.stop(start + seconds);
}

function noise(seconds: number, loud: number, pitch: number, wait = 0): void {
  const at = audio();
  if (!at) return;
  const start = at.currentTime + wait;
  const buffer = at.createBuffer(1, Math.ceil(at.sampleRate * seconds), at.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++)
    samples[n] = (Math.random() * 2 - 1) * (1 - n / samples.length) ** 2;
  const source = at.createBufferSource();
  source.buffer = buffer;
  const filter = at.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  const volume = at.createGain();
  volume.gain.value = loud;
  source.connect(filter).connect(volume).connect(at.destination);
  source.start(start);
}

export const sound = {
  bag: () => noise(0.12, 0.25, 900),
  plop: (space: number) => tone(180 + space * 7, 90 + space * 4, 0.14, 0.35, "sine", 0.4),
  fuse: (share: number) => noise(0.1 + 0.3 * share, 0.16, 4200, 0.42),
  explosion: () => {
    noise(0.55, 0.9, 120, 0.42);
    tone(90, 35, 0.5, 0.5, "triangle", 0.42);
  },
  step: (spaces: number) =>
    Array.from({ length: Math.min(3, spaces) }, (_, n) => tone(200, 130, 0.08, 0.2, "sine", 0.1 * n)),
  stir: () => [0, 0.16, 0.3].forEach((wait) => noise(0.16, 0.22, 500, wait)),
  flask: () => tone(420, 900, 0.09, 0.3),
  ruby: () => tone(1800, 2300, 0.12, 0.12, "triangle"),
  coins: () => {
    tone(1300, 1250, 0.08, 0.12, "square");
    tone(1600, 1550, 0.08, 0.1, "square", 0.09);
  },
  rats: () => [0, 0.09, 0.18].forEach((wait) => noise(0.06, 0.2, 2600, wait)),
  card: () => noise(0.18, 0.3, 1800),
  die: () => [0, 0.12, 0.22, 0.3].forEach((wait) => noise(0.05, 0.35, 700, wait)),
  bell: () => tone(220, 215, 0.55, 0.3, "triangle"),
};

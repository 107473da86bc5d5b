"""The protocol: every message and body of JSON, refusals, and the OpenAPI document."""

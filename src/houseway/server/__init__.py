"""The web house: pages and an HTTP interface, both drawn from rulebooks, requests and events."""

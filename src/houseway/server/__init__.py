"""The web server: pages and an HTTP interface, both derived from rulebooks, requests and events."""

"""HTTP: routes, handlers, responses, sockets, the files of the page."""

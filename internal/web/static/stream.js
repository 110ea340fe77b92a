// The stream of a browser, which its tabs share.

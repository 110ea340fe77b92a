// Package listen is an integrator's receiver for development (svcx listen): it shows and
// checks what svcx sends, answers as it is told, passes calls on to a program on the same
// machine, and tries another receiver with every call that svcx makes.
package listen

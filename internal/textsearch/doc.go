// Package textsearch finds conversations and contacts by their words. It keeps an
// index of the words; the texts themselves are in the tables of package store, which
// passes them as Tables and as a List. Of those tables it names one itself: a
// contact's words are in the column search of its row.
//
// How words are cut, for texts and searches alike:
//
//	fold.go      a text becomes words without case and accents
//	document.go  a document is a message or the head of a conversation; its terms
//	query.go     a search becomes terms, which a document has or has not
//
// How they are indexed:
//
//	mark.go      a change marks what is to be indexed again, in its own transaction
//	run.go       commits wake the loop that indexes
//	update.go    it reads new rows by their ids, from a stored position
//	reindex.go   and then what is marked
//	contact.go   contacts are indexed in the transaction that stores them
//
// How a search finds contacts:
//
//	contactsearch.go  it looks up the rarer words and compares the others; where all are
//	                  frequent, it reads the top of the list and proves that there are
//	                  more than it counts
//
// How a search finds conversations:
//
//	search.go    it reads what is not indexed yet and the top of the list, and asks the
//	             index for what is below;
//	             the order is the list's, last message first: there is no other rank
//	bucket.go    it asks the index bucket by bucket, the newest first
//	newest.go    in which message a conversation was found
//	places.go    where in a text
//
// The two back ends, and what they have in common (backend, in index.go):
//
//	postgres.go     the index is in the database
//	sqlite.go       words of contacts are in a table, those of conversations in a file
//	sqlite_file.go  that file: when it is the store's own, and when it is made again
//
// Callers may rely on this: a search shows nothing that is deleted or another
// workspace's, since what the index names is looked up in the list; whatever was
// committed is indexed in the end, whenever the process ends; no write waits for the
// words of a conversation. Something changed may be found by its old words, and not
// by its new ones, until it is indexed again.
package textsearch

package svcx

// Category sorts conversations (R 2.6). Its name is unique in the workspace.
type Category struct {
	ID          CategoryID
	Workspace   WorkspaceID
	Name        string
	Color       string
	Description string // "" is none
	Position    int
}

// DefaultColor is the colour of a category that was given none (R 2.6).
const DefaultColor = "slate"

// Colors are those that a category may have.
var Colors = []string{
	"slate", "red", "orange", "amber", "yellow", "lime", "green", "emerald", "teal", "cyan",
	"sky", "blue", "indigo", "violet", "purple", "fuchsia", "pink", "rose",
}

// MaxDescription bounds a category's description in characters.
const MaxDescription = 2000

// MaxCategories bounds the categories of a workspace: they are listed whole,
// and every inbound message looks them up.
const MaxCategories = 1000

// MaxDescriptionBytes bounds the descriptions of all of them.
const MaxDescriptionBytes = 1 << 20

// MaxPosition bounds where a category or field can be put in its list.
const MaxPosition = 1<<31 - 1

// CategoryDraft is what a category is made from.
type CategoryDraft struct {
	Name, Color, Description string
}

// CategoryPatch changes what is set.
type CategoryPatch struct {
	Name, Color, Description *string
	Position                 *int
}

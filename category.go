package svcx

// Category sorts conversations (R 2.6). Its name is unique in the workspace.
type Category struct {
	ID          CategoryID
	Workspace   WorkspaceID
	Name        string
	Color       string
	Description string // may be empty
	Position    int
}

// DefaultColor is the color of a category created without one (R 2.6).
const DefaultColor = "slate"

// Colors are the colors that a category may have.
var Colors = []string{
	"slate", "red", "orange", "amber", "yellow", "lime", "green", "emerald", "teal", "cyan",
	"sky", "blue", "indigo", "violet", "purple", "fuchsia", "pink", "rose",
}

// MaxDescription bounds a category's description in characters.
const MaxDescription = 2000

// MaxCategories bounds the categories of a workspace, which are read together.
// Inbound messages look them up.
const MaxCategories = 1000

// MaxDescriptionBytes bounds the descriptions of all categories of a workspace.
const MaxDescriptionBytes = 1 << 20

// MaxPosition bounds the position of a category or field in its list.
const MaxPosition = 1<<31 - 1

// CategoryDraft is the input for a new category.
type CategoryDraft struct {
	Name, Color, Description string
}

// CategoryPatch changes what is set.
type CategoryPatch struct {
	Name, Color, Description *string
	Position                 *int
}

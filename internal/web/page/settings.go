package page

import (
	"slices"

	"svcx"
)

// Addresses of settings within a workspace, for Viewer.Path.
const (
	SettingsPath     = "/settings"
	ProfilePath      = "/settings/profile"
	SavedRepliesPath = "/settings/saved-replies"
	WorkspacePath    = "/settings/workspace"
	MembersPath      = "/settings/members"
	AuditPath        = "/settings/audit"
	ExportPath       = "/settings/export"
	CategoriesPath   = "/settings/categories"
	FieldsPath       = "/settings/fields"
	AIPath           = "/settings/ai"
	AIUsagePath      = "/settings/ai/usage"
	ChannelsPath     = "/settings/channels"
	APIPath          = "/settings/api"
	SecretsPath      = "/settings/secrets"
	// WorkspacesPath and NewWorkspacePath are in the admin workspace alone.
	WorkspacesPath   = "/admin/workspaces"
	NewWorkspacePath = "/admin/new-workspace"
)

// Setting is a page of settings, as their navigation has it.
type Setting struct {
	Path, Icon string
	// Text is the id of its name.
	Text string
	// admin is set if it is for admins of the workspace, server if it is for those of the
	// admin workspace.
	admin, server bool
}

// SettingGroup are pages of settings under a heading; Text is its id.
type SettingGroup struct {
	Text     string
	Settings []Setting
	// Docs is set if the documentation follows them.
	Docs bool
}

var settingGroups = []SettingGroup{
	{"settings.you", []Setting{
		{Path: ProfilePath, Icon: "user-round", Text: "profile"},
	}, false},
	{"settings.workspace", []Setting{
		{Path: WorkspacePath, Icon: "building-2", Text: "workspace", admin: true},
		{Path: MembersPath, Icon: "users-round", Text: "members", admin: true},
		{Path: AuditPath, Icon: "scroll-text", Text: "audit", admin: true},
		{Path: ExportPath, Icon: "download", Text: "export", admin: true},
	}, false},
	{"settings.inbox", []Setting{
		{Path: CategoriesPath, Icon: "tag", Text: "categories", admin: true},
		{Path: FieldsPath, Icon: "text-cursor-input", Text: "fields", admin: true},
		{Path: SavedRepliesPath, Icon: "zap", Text: "saved"},
		{Path: AIPath, Icon: "sparkles", Text: "ai", admin: true},
	}, false},
	{"settings.developers", []Setting{
		{Path: ChannelsPath, Icon: "plug", Text: "channels", admin: true},
		{Path: APIPath, Icon: "key-round", Text: "api", admin: true},
		{Path: SecretsPath, Icon: "lock", Text: "secrets", admin: true},
	}, true},
	{"settings.server", []Setting{
		{Path: WorkspacesPath, Icon: "layers", Text: "workspaces", admin: true, server: true},
	}, false},
}

// Settings are the pages of settings that the member may open, by group.
func (s *Viewer) Settings() (groups []SettingGroup) {
	for _, g := range settingGroups {
		g.Settings = slices.DeleteFunc(slices.Clone(g.Settings), func(one Setting) bool {
			return one.admin && s.Member.Role != svcx.RoleAdmin || one.server && !s.Workspace.Admin
		})
		if len(g.Settings) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

// inSettings reports whether the page is one of settings: these have a navigation of their own.
func (f Frame) inSettings() bool {
	return f.isAt(SettingsPath) || f.isAt("/admin/")
}

// Tab is a page of Tabs.
type Tab struct {
	To, Name string
	Current  bool
}

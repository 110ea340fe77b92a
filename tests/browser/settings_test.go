package browser

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"svcx"
	"svcx/internal/inbox"
)

// answered is the status of a call of the API with a key.
func (s *service) answered(path, key string) int {
	s.Helper()
	r, err := http.NewRequestWithContext(s.Context(), http.MethodGet, s.url+"/api/v1/shop"+path, nil)
	s.must(err)
	r.Header.Set("Authorization", "Bearer "+key)
	answer, err := http.DefaultClient.Do(r)
	s.must(err)
	answer.Body.Close()
	return answer.StatusCode
}

// An API key is created and copied, works, and is revoked: then it is answered with 401.
func TestAPIKeys(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.open("/app/shop/settings/api")
	ada.shows("No API keys yet")
	ada.bothThemes("no key")
	ada.click(link("New API key"))
	ada.until("the first field", `document.activeElement?.id === 'field-name' && document.documentElement.classList.contains('js')`)
	// Fault: the first scope of a group stood beside the group's name.
	ada.until("scopes below their groups", `[...document.querySelectorAll('fieldset.scopes')].every(e => e.querySelector('.opt').getBoundingClientRect().top >= e.querySelector('legend').getBoundingClientRect().bottom)`)
	ada.run(typed("Shop"))
	ada.click(button("Create key"))
	ada.until("the field that is wrong", `document.activeElement?.name === 'scopes' && document.querySelector('#field-name').value === 'Shop' && document.documentElement.classList.contains('js')`)
	ada.bothThemes("a key without scopes")
	ada.forgive("422")
	ada.click(`document.querySelector('[value="contacts:read"]')`)
	ada.look(`document.querySelector('#field-expires').focus()`, nil)
	ada.run(chromedp.SetValue("#field-expires", "date", chromedp.ByQuery))
	ada.until("the date", `document.querySelector('#field-date').checkVisibility()`)
	ada.bothThemes("a key with a last day")
	ada.run(chromedp.SetValue("#field-expires", "30", chromedp.ByQuery))
	ada.until("no date", `!document.querySelector('#field-date').checkVisibility()`)
	ada.click(button("Create key"))
	ada.shows("It is not shown again")
	ada.bothThemes("a new key")
	var key, line string
	s.must(ada.look(`document.querySelector('#field-api-key').value`, &key))
	s.must(ada.look(`document.querySelector('#block-try').textContent`, &line))
	if want := "curl '" + s.url + "/api/v1/shop/contacts?limit=1' \\\n  -H 'Authorization: Bearer " + key + "'"; line != want {
		t.Errorf("the line to try is %q", line)
	}
	ada.click(`document.querySelector('[data-copy=field-api-key]')`)
	ada.until("that it is copied", `document.querySelector('#say').innerText === 'Copied'`)
	if got := s.answered("/contacts?limit=1", key); got != 200 {
		t.Errorf("with the key: %d", got)
	}
	if got := s.answered("/conversations", key); got != 403 {
		t.Errorf("without the scope: %d", got)
	}
	ada.click(link("I have copied it"))
	ada.shows("contacts:read")
	if err := ada.look(`if (document.body.innerText.includes("`+key+`")) throw new Error("shown")`, nil); err != nil {
		t.Error("the list shows the key")
	}
	ada.bothThemes("the keys")
	ada.click(link("Revoke"))
	ada.until("the question", `document.querySelector('dialog[open]')?.innerText.includes('get 401 from their next call on')`)
	ada.bothThemes("asking before a key is revoked")
	ada.press("Escape")
	ada.until("no question", `!document.querySelector('dialog[open]') && document.activeElement?.dataset.ask`)
	ada.press("Enter")
	ada.until("the question", `document.querySelector('dialog[open]')`)
	ada.click(`document.querySelector('dialog[open] .danger')`)
	ada.shows("Key revoked")
	if got := s.answered("/contacts?limit=1", key); got != 401 {
		t.Errorf("with a revoked key: %d", got)
	}
}

// drag drags the row of a list by its grip to the middle of another row.
func (t *tab) drag(row, to string) {
	t.Helper()
	var from, over struct{ X, Y float64 }
	at := `(e => { const b = e.getBoundingClientRect(); return {X: b.x + b.width / 2, Y: b.y + b.height / 2}; })`
	for selector, point := range map[string]any{row + " [data-grip]": &from, to + " [data-grip]": &over} {
		if err := t.look(at+`(document.querySelector(`+quoted(selector)+`))`, point); err != nil {
			t.Fatal(err)
		}
	}
	mouse := func(kind input.MouseType, x, y float64) chromedp.Action {
		return chromedp.ActionFunc(func(ctx context.Context) error {
			return input.DispatchMouseEvent(kind, x, y).WithButton(input.Left).WithButtons(1).WithClickCount(1).Do(ctx)
		})
	}
	t.run(mouse(input.MousePressed, from.X, from.Y), mouse(input.MouseMoved, from.X, (from.Y+over.Y)/2), mouse(input.MouseMoved, over.X, over.Y+6), mouse(input.MouseReleased, over.X, over.Y+6))
}

// withoutCategories deletes the categories that a service begins with: the next has the id 3.
func (s *service) withoutCategories() {
	s.Helper()
	for id := range svcx.CategoryID(2) {
		s.must(s.app.Admin.DeleteCategory(s.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, id+1))
	}
}

// Categories are created, and ordered by dragging and by keys; the navigation follows.
func TestCategories(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.withoutCategories()
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.open("/app/shop/settings/categories")
	ada.shows("No categories yet")
	ada.bothThemes("no category")
	for i, name := range []string{"Billing", "Shipping", "Returns"} {
		ada.click(link("New category"))
		ada.until("the first field", `document.activeElement?.id === 'field-name' && document.documentElement.classList.contains('js')`)
		ada.run(typed(name))
		ada.click(`document.querySelector('[name=color][value="` + svcx.Colors[i+1] + `"]')`)
		ada.click(button("Save"))
		ada.until("the list", `document.querySelectorAll('.ordered > li').length === `+string(rune('1'+i))+` && document.documentElement.classList.contains('js')`)
	}
	order := func(want string) string {
		return `[...document.querySelectorAll('.ordered b')].map(e => e.textContent).join(' ') === '` + want + `'`
	}
	ada.bothThemes("categories")
	ada.drag("[data-id='3']", "[data-id='4']")
	ada.until("it dragged", order("Shipping Billing Returns")+` && document.querySelector('#say').innerText === 'Billing is now 2 of 3' && !document.querySelector('.dragged')`)
	ada.look(`document.querySelector('#down-3').focus()`, nil)
	ada.press("Enter")
	ada.until("it moved by a key", order("Shipping Returns Billing")+` && document.activeElement.id === 'down-3' && document.querySelector('#say').innerText === 'Billing is now 3 of 3'`)
	ada.bothThemes("the last of the list")
	ada.press("Tab", input.ModifierShift)
	ada.press("Enter")
	ada.press("Enter")
	ada.until("it moved up twice", order("Billing Shipping Returns")+` && document.activeElement.id === 'up-3'`)
	ada.open("/app/shop/settings/categories")
	ada.until("the order kept", order("Billing Shipping Returns"))
	ada.open("/app/shop/inbox")
	ada.until("the order in the inbox", `[...document.querySelectorAll('nav .cats a .lab, nav .cats a')].map(e => e.textContent.trim().split(/\s/)[0]).filter((e, i, all) => e && all.indexOf(e) === i).join(' ').includes('Billing Shipping Returns')`)

	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada.open("/app/shop/inbox/1")
	ada.click(button("Category"))
	ada.click(`[...document.querySelectorAll('#pick-category [role=option]')].find(e => e.innerText.includes('Billing'))`)
	ada.until("the category", `document.querySelector('#say').innerText.startsWith('Category: Billing')`)
	ada.open("/app/shop/settings/categories/3")
	ada.bothThemes("a category")
	ada.look(`document.querySelector('#field-name').select()`, nil)
	ada.run(typed("Shipping"))
	ada.click(button("Save"))
	ada.until("the field that is wrong", `document.activeElement?.id === 'field-name' && document.activeElement.ariaInvalid === 'true' && document.documentElement.classList.contains('js')`)
	ada.bothThemes("a name that is taken")
	ada.forgive("422")
	ada.open("/app/shop/settings/categories/3")
	ada.click(link("Delete category"))
	ada.until("the question", `document.querySelector('dialog[open]')?.innerText.includes('One conversation has this category and will have none. This cannot be undone.')`)
	ada.bothThemes("asking before a category is deleted")
	ada.click(`document.querySelector('dialog[open] .danger')`)
	ada.until("it gone", order("Shipping Returns"))
}

// The same by forms alone.
func TestCategoriesWithoutScripts(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.withoutCategories()
	for _, name := range []string{"Billing", "Shipping"} {
		_, err := s.app.Admin.CreateCategory(t.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, svcx.CategoryDraft{Name: name, Color: "teal"})
		s.must(err)
	}
	ada := s.newTab()
	ada.withoutScripts()
	ada.signIn("ada@example.com")
	ada.open("/app/shop/settings/categories")
	ada.click(button("Move Billing down"))
	ada.until("the order", `[...document.querySelectorAll('.ordered b')].map(e => e.textContent).join(' ') === 'Shipping Billing'`)
	ada.click(`document.querySelector('.ordered a[href$="/3"]')`)
	ada.click(link("Delete category"))
	ada.until("the question", `document.querySelector('dialog[open]')`)
	ada.click(`document.querySelector('dialog[open] .danger')`)
	ada.shows("Category deleted")
}

// A field whose choices do not fit its type is refused beside them; its key follows the name.
func TestFields(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.open("/app/shop/settings/fields")
	ada.bothThemes("no field")
	ada.click(link("New field"))
	ada.until("the first field", `document.activeElement?.id === 'field-name' && document.documentElement.classList.contains('js')`)
	ada.run(typed("Größe des Pakets"))
	ada.until("a key", `document.querySelector('#field-fieldKey').value === 'gro_e_des_pakets'`)
	ada.until("no choices for a text", `!document.querySelector('#field-options').checkVisibility()`)
	ada.bothThemes("a new field")
	ada.run(chromedp.SetValue("#field-type", "select", chromedp.ByQuery))
	ada.until("choices", `document.querySelector('#field-options').checkVisibility()`)
	ada.write(`document.querySelector('#field-options')`, "Small\nLarge\nSmall")
	ada.click(`document.querySelector('#field-required')`)
	ada.click(button("Save"))
	ada.until("the field that is wrong", `document.activeElement?.id === 'field-options' && document.querySelector('#error-options').innerText.includes('“Small” is listed twice.') && document.querySelector('#field-required').checked && document.documentElement.classList.contains('js')`)
	ada.bothThemes("choices that are wrong")
	ada.forgive("422")
	ada.look(`document.querySelector('#field-options').select()`, nil)
	ada.run(typed("Small\nLarge"))
	ada.click(button("Save"))
	ada.until("the list", `document.querySelector('.ordered')?.innerText.includes('gro_e_des_pakets')`)
	ada.bothThemes("fields")
	ada.click(`document.querySelector('.ordered a')`)
	ada.until("its page", `document.querySelector('#field-options')?.value === 'Small\nLarge' && document.documentElement.classList.contains('js')`)
	ada.bothThemes("a field")
}

// A secret is written and replaced, and no page shows it.
func TestSecrets(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.open("/app/shop/settings/secrets")
	ada.bothThemes("no secret")
	ada.click(link("New secret"))
	ada.until("the first field", `document.activeElement?.id === 'field-secret' && document.documentElement.classList.contains('js')`)
	ada.bothThemes("a new secret")
	ada.run(typed("crm token"))
	ada.write(`document.querySelector('#field-value')`, "s3cr3t-1")
	ada.click(button("Save"))
	ada.until("the field that is wrong", `document.activeElement?.id === 'field-secret' && document.activeElement.ariaInvalid === 'true' && document.querySelector('#field-value').value === 's3cr3t-1' && document.documentElement.classList.contains('js')`)
	ada.forgive("422")
	ada.look(`document.querySelector('#field-secret').select()`, nil)
	ada.run(typed("crm.token"))
	ada.click(button("Save"))
	ada.shows("Secret created")
	ada.bothThemes("secrets")
	value := func() string {
		_, value, err := s.app.Admin.ReadSecret(t.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, "crm.token")
		s.must(err)
		return value
	}
	if got := value(); got != "s3cr3t-1" {
		t.Errorf("the value is %q", got)
	}
	ada.click(`document.querySelector('.list a')`)
	ada.until("its page", `document.querySelector('#field-value')?.value === '' && !document.documentElement.outerHTML.includes('s3cr3t') && document.documentElement.classList.contains('js')`)
	ada.bothThemes("a secret")
	ada.write(`document.querySelector('#field-value')`, "s3cr3t-2")
	ada.shows("Unsaved changes")
	ada.click(button("Save"))
	ada.until("the list", `document.querySelector('#say').innerText === 'Saved' && !document.documentElement.outerHTML.includes('s3cr3t')`)
	if got := value(); got != "s3cr3t-2" {
		t.Errorf("the value is %q", got)
	}
}

// The workspace is renamed, and the AI settings keep their key to themselves.
func TestWorkspaceSettings(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.open("/app/shop/settings/workspace")
	ada.until("scripts", `document.documentElement.classList.contains('js')`)
	ada.bothThemes("the workspace")
	ada.look(`document.querySelector('#field-name').select()`, nil)
	ada.run(typed("Northwind"))
	ada.shows("Unsaved changes")
	ada.click(button("Save"))
	ada.until("it saved", `document.querySelector('#say').innerText === 'Saved' && document.querySelector('.ptitle').innerText.includes('Northwind')`)
	ada.open("/app/shop/settings/ai")
	ada.until("scripts", `document.documentElement.classList.contains('js')`)
	ada.write(`document.querySelector('#field-baseUrl')`, "http://ai.example/v1")
	ada.write(`document.querySelector('#field-apiKey')`, "sk-secret")
	ada.click(button("Save"))
	// The key is in no page, not even in the answer to the form that sent it.
	ada.until("the field that is wrong", `document.activeElement?.id === 'field-baseUrl' && document.querySelector('#field-apiKey').value === '' && document.querySelector('#hint-apiKey').innerText.includes('again') && document.documentElement.classList.contains('js')`)
	ada.bothThemes("a wrong address")
	ada.forgive("422")
	ada.look(`document.querySelector('#field-baseUrl').select()`, nil)
	ada.run(typed("https://ai.example/v1"))
	ada.write(`document.querySelector('#field-apiKey')`, "sk-secret")
	ada.click(button("Save"))
	ada.shows("A key is stored, encrypted")
	ada.bothThemes("the AI settings")
	var page string
	s.must(ada.look(`document.documentElement.outerHTML`, &page))
	if strings.Contains(page, "sk-secret") {
		t.Error("the page has the key")
	}
}

package form

import (
	"svcx"
	"svcx/internal/openapi"
)

type staffLink struct {
	ID           any     `json:"id" api:"id"`
	ChannelID    any     `json:"channelId" api:"id"`
	UserID       any     `json:"userId" api:"id"`
	ExternalID   string  `json:"externalId"`
	PlatformName *string `json:"platformName"`
	DisplayName  *string `json:"displayName"`
}

// StaffLink encodes a staff link: {id, channelId, userId, externalId, platformName,
// displayName} (R 2.9). The names may be null.
func (f *Form) StaffLink(l *svcx.StaffLink) any {
	return staffLink{f.ID(int64(l.ID)), f.ID(int64(l.Channel)), f.ID(int64(l.User)), l.ExternalID, OptionalString(l.PlatformName), OptionalString(l.DisplayName)}
}

// DecodeStaffLink reads the body of POST /staff-links (R 4.7): {channelId,
// userId, externalId, platformName?, displayName?}. A name that is null or blank is
// cleared; one that is absent does not change.
func (f *Form) DecodeStaffLink(body []byte) (svcx.StaffLinkDraft, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.StaffLinkDraft{}, err
	}
	return checked(o, svcx.StaffLinkDraft{
		Channel:      svcx.ChannelID(f.ReadID(o.Value("channelId"))),
		User:         svcx.UserID(f.ReadID(o.Value("userId"))),
		ExternalID:   o.Label("externalId", svcx.MaxExternalID),
		PlatformName: o.TextPatch("platformName", svcx.MaxName),
		DisplayName:  o.TextPatch("displayName", svcx.MaxName),
	})
}

// StaffLinkBody describes what DecodeStaffLink reads.
func (f *Form) StaffLinkBody() *openapi.Schema {
	return openapi.Object(
		openapi.Need("channelId", f.IDSchema()),
		openapi.Need("userId", f.IDSchema().As("The id of the member.")),
		openapi.Need("externalId", openapi.Label(svcx.MaxExternalID).As("The `from.externalId` of the member's messages on the channel.")),
		openapi.May("platformName", openapi.Text(svcx.MaxName).Nullable()),
		openapi.May("displayName", openapi.Text(svcx.MaxName).Nullable().As("Shown in place of the member's name.")),
	)
}

// DecodeContentURLs reads the body of POST …/content (R 4.7): {urls: [{ref, url,
// expiresAt?}]}, at most svcx.MaxContentRefs of them, url https.
func DecodeContentURLs(body []byte) ([]svcx.ContentURL, error) {
	o, err := ReadObject(body)
	if err != nil {
		return nil, err
	}
	urls := []svcx.ContentURL{}
	for _, e := range o.Value("urls").Elements(svcx.MaxContentRefs) {
		if !e.Given() {
			e.Refuse("must be an object")
		}
		item := e.Object()
		u := svcx.ContentURL{Ref: item.Label("ref", svcx.MaxURL), URL: httpsURL(item.Value("url"))}
		if v := item.Value("expiresAt"); v.Given() {
			at := v.Time()
			u.ExpiresAt = &at
		}
		urls = append(urls, u)
	}
	return checked(o, urls)
}

// ContentURLsBody describes what DecodeContentURLs reads.
func ContentURLsBody(*Form) *openapi.Schema {
	return openapi.Object(openapi.Need("urls", openapi.Array(openapi.Object(
		openapi.Need("ref", openapi.Label(svcx.MaxURL).As("The URL or other reference in the message.")),
		openapi.Need("url", URLSchema().As("The current https URL of the media.")),
		openapi.May("expiresAt", openapi.Time().Nullable()),
	), svcx.MaxContentRefs)))
}

// URLSchema describes a URL.
func URLSchema() *openapi.Schema { return openapi.Format("uri", svcx.MaxURL) }

type acceptedContent struct {
	Accepted int          `json:"accepted"`
	URLs     []contentURL `json:"urls"`
}

type contentURL struct {
	Ref       string  `json:"ref"`
	URL       string  `json:"url"`
	ExpiresAt *string `json:"expiresAt"`
}

// AcceptedContent encodes the answer to it: {accepted, urls: [{ref, url,
// expiresAt}]}.
func AcceptedContent(urls []svcx.ContentURL) any {
	all := make([]contentURL, len(urls))
	for i, u := range urls {
		all[i] = contentURL{u.Ref, u.URL, OptionalTime(u.ExpiresAt)}
	}
	return acceptedContent{len(all), all}
}

// DecodeAvatar reads the body of PATCH /contacts/{id}/avatar (R 4.3): {url}. Whether
// the URL is allowed is not checked here.
func DecodeAvatar(body []byte) (string, error) {
	o, err := ReadObject(body)
	if err != nil {
		return "", err
	}
	return checked(o, o.Label("url", svcx.MaxURL))
}

// AvatarBody describes what DecodeAvatar reads.
func AvatarBody(*Form) *openapi.Schema {
	return openapi.Object(openapi.Need("url", URLSchema().As("The https URL of a picture, which must not be an SVG.")))
}

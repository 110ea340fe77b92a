package form

import "svcx"

// StaffLink is a staff link on the wire: {id, channelId, userId, externalId,
// platformName, displayName} (R 2.9); names are null where there is none.
func (f *Form) StaffLink(l *svcx.StaffLink) any {
	return struct {
		ID           any     `json:"id"`
		ChannelID    any     `json:"channelId"`
		UserID       any     `json:"userId"`
		ExternalID   string  `json:"externalId"`
		PlatformName *string `json:"platformName"`
		DisplayName  *string `json:"displayName"`
	}{f.ID(int64(l.ID)), f.ID(int64(l.Channel)), f.ID(int64(l.User)), l.ExternalID, OptionalString(l.PlatformName), OptionalString(l.DisplayName)}
}

// DecodeStaffLink reads the body of POST /staff-links (R 4.7): {channelId,
// userId, externalId, platformName?, displayName?}.
func (f *Form) DecodeStaffLink(body []byte) (*svcx.StaffLink, error) {
	o, err := ReadObject(body)
	if err != nil {
		return nil, err
	}
	return checked(o, &svcx.StaffLink{
		Channel:      svcx.ChannelID(f.ReadID(o.Value("channelId"))),
		User:         svcx.UserID(f.ReadID(o.Value("userId"))),
		ExternalID:   o.Label("externalId", svcx.MaxExternalID),
		PlatformName: o.OptionalLabel("platformName", svcx.MaxName),
		DisplayName:  o.OptionalLabel("displayName", svcx.MaxName),
	})
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

// AcceptedContent is the answer to it: {accepted, urls: [{ref, url, expiresAt}]}.
func AcceptedContent(urls []svcx.ContentURL) any {
	type item struct {
		Ref       string  `json:"ref"`
		URL       string  `json:"url"`
		ExpiresAt *string `json:"expiresAt"`
	}
	all := make([]item, len(urls))
	for i, u := range urls {
		all[i] = item{u.Ref, u.URL, OptionalTime(u.ExpiresAt)}
	}
	return struct {
		Accepted int    `json:"accepted"`
		URLs     []item `json:"urls"`
	}{len(all), all}
}

// DecodeAvatar reads the body of PATCH /contacts/{id}/avatar (R 4.3): {url}.
// Which URLs may be is not asked here.
func DecodeAvatar(body []byte) (string, error) {
	o, err := ReadObject(body)
	if err != nil {
		return "", err
	}
	return checked(o, o.Label("url", svcx.MaxURL))
}

package keep

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

var (
	isoDate   = regexp.MustCompile(`\b((?:19|20)[0-9]{2})[-/.](0?[1-9]|1[0-2])[-/.](3[01]|[12][0-9]|0?[1-9])\b`)
	shortDate = regexp.MustCompile(`\b(3[01]|[12][0-9]|0?[1-9])[./-] ?(3[01]|[12][0-9]|0?[1-9])(?:[./-] ?((?:19|20)?[0-9]{2})\b|\.(?:[^0-9]|$))`)
	asianDate = regexp.MustCompile(`(?:([0-9]{4})\s?[年년]\s?)?(1[0-2]|0?[1-9])\s?[月월]\s?(3[01]|[12][0-9]|0?[1-9])\s?[日일]`)
	namedDate = regexp.MustCompile(`(?:([0-9]{1,2})(?:st|nd|rd|th|er|º|ª|\.|e|\.º)?[ \x{00a0}]+(?:of[ ]|de[ ]|d['’])?)?(\pL{3,12})\.?(?:[ \x{00a0}]+([0-9]{1,2})(?:st|nd|rd|th)?\b)?(?:,?[ \x{00a0}]+(?:de[ ]|of[ ]|del[ ])?((?:19|20)[0-9]{2})\b)?`)
	clock     = regexp.MustCompile(`\b([01]?[0-9]|2[0-4])(?:[:hH]([0-5][0-9])(?::[0-5][0-9])?|\.([0-5][0-9])[ \x{00a0}]?(?:Uhr|uur|h\b|[ap]\.?m\b))(?:[ \x{00a0}]?([aApP])\.?[mM]\b\.?)?|\b(1[0-2]|0?[1-9])[ \x{00a0}]?([aApP])\.?[mM]\b\.?`)
)

// months are beginnings of the names of months, by number.
var months = [12]string{
	"jan sty led oca ocak янв січ tammik január genn ene janv gen januar", "feb fév fev luty lut únor şubat фев лют helmik",
	"mar mär maa maart mrt märz bře březen бер брz мар", "apr avr abr kwi dub nis апр кві huhtik", "may mai maj mei mag květ mayıs май тра toukok máj mayo maio",
	"jun jui giu cze červn haz июн чер kesäk jún", "jul juil lug lip tem июл лип heinäk júl", "aug aoû ago sie srp ağu авг сер elok août",
	"sep set wrz září eyl сен вер syysk sept", "oct okt out ott paź říj eki окт жов lokak", "nov lis kas ноя marrask листопад", "dec dez déc dic gru pro ara дек гру jouluk dez"}

// monthOf are the numbers of the months that a word may name.
func monthOf(word string) (all []int) {
	word = strings.ToLower(word)
	longest := 0
	for i, names := range months {
		for _, begin := range strings.Fields(names) {
			if n := len([]rune(begin)); strings.HasPrefix(word, begin) && n >= longest && len([]rune(word)) <= n+9 {
				if n > longest {
					all, longest = nil, n
				}
				if len(all) == 0 || all[len(all)-1] != i+1 {
					all = append(all, i+1)
				}
			}
		}
	}
	return all
}

// takeDates takes dates: their values are "year-mMONTH-day", without a year where they have none.
func (c *contents) takeDates(text string) string {
	text = c.takeMatches(text, isoDate, func(m []string) []string { return dates(m[1], m[2], m[3]) })
	text = c.takeMatches(text, asianDate, func(m []string) []string { return dates(m[1], m[2], m[3]) })
	text = c.takeMatches(text, shortDate, func(m []string) []string {
		return append(dates(m[3], m[2], m[1]), dates(m[3], m[1], m[2])...)
	})
	return c.takeMatches(text, namedDate, func(m []string) (all []string) {
		day := m[1]
		if day == "" {
			day = m[3]
		}
		if day == "" {
			return nil
		}
		for _, month := range monthOf(m[2]) {
			all = append(all, dates(m[4], strconv.Itoa(month), day)...)
		}
		return all
	})
}

// dates are the values of a date; none if it is no day.
func dates(year, month, day string) []string {
	m, _ := strconv.Atoi(month)
	d, _ := strconv.Atoi(day)
	if m < 1 || m > 12 || d < 1 || d > 31 {
		return nil
	}
	if len(year) == 2 {
		year = "20" + year
	}
	value := "-m" + strconv.Itoa(m) + "-" + strconv.Itoa(d)
	if year == "" {
		return []string{value}
	}
	return []string{year + value, value}
}

// takeTimes takes times of the day: their values are "hour-minute".
func (c *contents) takeTimes(text string) string {
	return c.takeKind(text, Time, clock, func(m []string) []string {
		hour, minute, half := m[1], m[2]+m[3], m[4]
		if m[5] != "" {
			hour, minute, half = m[5], "00", m[6]
		}
		if m[3] != "" && strings.HasSuffix(strings.ToLower(m[0]), "m") && half == "" {
			half = m[0][len(m[3])+len(m[1])+1:]
			half = strings.TrimLeft(half, " \u00a0")[:1]
		}
		h, _ := strconv.Atoi(hour)
		all := c.hour(strconv.Itoa(h), minute)
		switch strings.ToLower(half) {
		case "p":
			// A draft may say "9-5" where its rewrite says "5 pm".
			all = append(c.hour(strconv.Itoa(h%12+12), minute), all...)
		case "a":
			all = append(c.hour(strconv.Itoa(h%12), minute), all...)
		}
		return all
	})
}

// hour are the values of a time. As parts it has the numbers that people write for it: 10.30, 17.
func (c *contents) hour(hour, minute string) []string {
	c.parts[hour] = true
	for _, value := range valuesOf(hour + "." + minute) {
		c.parts[value] = true
	}
	value := hour + "-" + trimZeros(minute)
	if minute == "00" {
		return []string{value, hour + "-"}
	}
	return []string{value}
}

func (c *contents) takeMatches(text string, pattern *regexp.Regexp, values func(groups []string) []string) string {
	return c.takeKind(text, Date, pattern, values)
}

// short adds what is written for dates without a sign behind the month: 25.3 for 25 March.
func (c *contents) short(dates []string) {
	for _, date := range dates {
		if month, day, ok := strings.Cut(strings.TrimPrefix(date, "-m"), "-"); ok && strings.HasPrefix(date, "-m") {
			c.parts[valuesOf(day + "." + month)[0]] = true
		}
	}
}

// takeKind takes what a pattern finds and values gives a value.
func (c *contents) takeKind(text string, kind Kind, pattern *regexp.Regexp, values func(groups []string) []string) string {
	return pattern.ReplaceAllStringFunc(text, func(match string) string {
		found := values(pattern.FindStringSubmatch(match))
		if len(found) == 0 {
			return match
		}
		if kind == Date {
			c.short(found)
		}
		c.items = append(c.items, Item{Kind: kind, Text: strings.TrimFunc(match, func(r rune) bool { return unicode.IsSpace(r) || r == '.' }), values: found})
		return blank(match)
	})
}

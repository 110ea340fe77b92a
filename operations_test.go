package svcx_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// defaults are the defaults of libraries and systems that docs/operations.md replaces
// by a choice, each with the tests that prove it, as "folder.TestName".
var defaults = []struct {
	heading string
	tests   []string
}{
	{"SIGPIPE", []string{
		"cmd/svcx.TestFault101ReaderOfTheLogGoesAway", "cmd/svcx.TestFault101ReaderOfTheLogSleeps", "cmd/svcx.TestFault101ServerNeedsNoStandardOutput",
		"cmd/svcx.TestFault101OutputThatCannotBeWritten", "internal/app.TestFault101LogOnAFullDisk", "internal/app.TestFault101LogWhoseReaderSleeps",
	}},
	{"SIGHUP", []string{"cmd/svcx.TestFault101HangupHasNoEffect", "cmd/svcx.TestFault101HangupEndsOtherCommands"}},
	{"SIGUSR1", []string{"cmd/svcx.TestSignalSwitchesTheLogToDebug", "internal/app.TestLevelOfTheLogIsSwitched", "internal/app.TestRequestsAreLoggedWithoutSecrets"}},
	{"SIGTERM and SIGINT", []string{
		"cmd/svcx.TestFault101SecondSignalEndsAtOnce", "cmd/svcx.TestFault102StopHasABound", "internal/app.TestStopDoesNotWaitForWorkThatDoesNotEnd", "internal/live.TestCloseEndsEveryStream",
	}},
	{"Clients that are gone", []string{"internal/httpd.TestFault117AcceptedConnectionsHaveABound"}},
	{"Slow readers", []string{"internal/httpd.TestReaderThatNeverReadsIsCutOff", "internal/httpd.TestSlowReaderGetsEverything", "internal/live.TestReaderThatReadsNothingIsCutOff"}},
	{"Accepting connections", []string{"internal/httpd.TestFault114ServerGoesOnAccepting", "internal/httpd.TestFault114LogOfAccepting", "internal/httpd.TestClosedListenerEndsTheServer"}},
	{"Descriptors", []string{"cmd/svcx.TestFault114FewDescriptors", "internal/app.TestFault114DeliveriesStayUnderTheLimit"}},
	{"Length of requests", []string{"internal/app.TestNothingFollowsARequestOfUnclearLength"}},
	{"Reverse proxies", []string{"cmd/svcx.TestFault2_14ReverseProxies", "internal/httpd.TestClientIP", "internal/httpd.TestClientIPCannotBeForged"}},
	{"Outgoing calls", []string{
		"internal/safehttp.TestEnvironmentIsIgnored", "internal/safehttp.TestRedirectIsNotFollowed", "internal/safehttp.TestCompressedAnswerIsLeftAlone",
		"internal/safehttp.TestOldTLSIsRefused", "internal/safehttp.TestPublicAddresses", "internal/safehttp.TestAllowedRanges",
	}},
	{"Public address", []string{"internal/app.TestBaseURLIsReadAsBrowsersSendIt", "internal/app.TestBaseURLOfAddress"}},
	{"Configuration file", []string{"cmd/svcx.TestConfigurationFileTakesLinesAsTheyAre", "cmd/svcx.TestUnknownVariableIsReported"}},
	{"Encoding of the database", []string{"internal/store.TestEncodingOtherThanUTF8IsRefused"}},
	{"Poolers", []string{"internal/store.TestSessionPoolerWorks", "internal/store.TestOtherPoolersAreRefused"}},
	{"Connections to PostgreSQL", []string{
		"internal/store.TestNodeKeepsToItsConnections", "internal/store.TestRoleWithFewConnections", "internal/store.TestOpenWaitsOnAFullServer",
		"cmd/svcx.TestCommandsTakeOneConnection",
	}},
	{"PG variables", []string{"internal/store.TestPostgresEnvironmentVariablesApply"}},
	{"Sessions of PostgreSQL", []string{"internal/store.TestSettingsOverrideTheDatabasesDefaults", "internal/sqldb.TestMigrationsHaveNoTimeout", "internal/store.TestCommitsAreSynchronous", "internal/store.TestFrozenNodeLetsTheOthersWrite"}},
	{"TLS to PostgreSQL and mail servers", []string{"internal/mail.TestPasswordIsSentOnlyEncrypted"}},
	{"fsync", []string{"internal/store.TestFsyncOffIsLogged"}},
	{"Full disk", []string{"internal/sqldb.TestFullDiskRefusesOnlyWhatDoesNotFit", "internal/sqldb.TestNotReadyWhileTheDiskIsFull", "internal/sqldb.TestFailedWritesAreNotLoggedOneByOne"}},
	{"Memory", []string{"internal/app.TestMemoryLimitIsTheFirstThatIsSet", "internal/app.TestMemoryOfTheMachine", "internal/limit.TestMemoryByBodiesIsBounded"}},
	{"Clock", []string{
		"internal/deliver.TestWrongClockHoldsUpNothing", "internal/messaging.TestWrongClockLosesAndDelaysNothing", "internal/limit.TestLocalClockSetBack", "internal/limit.TestRedisClockSetBack",
		"internal/live.TestIndicatorsOfAClockThatWasAhead",
	}},
	{"Files and their owner", []string{
		"cmd/svcx.TestFilesBelongToTheFoldersOwner", "cmd/svcx.TestRotatedKeysBelongToWhoReadsTheKey", "internal/store.TestDatabaseFilesArePrivate",
		"internal/seal.TestKeyFileModes",
	}},
	{"EHLO name", []string{"internal/mail.TestNameInEHLOIsADomain", "internal/mail.TestServerThatWantsADomainInEHLO"}},
	{"Internationalised domains", []string{
		"internal/mail.TestMailToDomainInUnicode", "internal/mail.TestMailToLocalPartInUnicode", "internal/mail.TestSenderInUnicodeIsCheckedWithTheServer", "internal/mail.TestServerInUnicode",
	}},
	{"Newer database", []string{"cmd/svcx.TestNewerDatabaseIsRefused", "internal/store.TestNewerSchemaRefusesAStart"}},
	{"Health", []string{"tests/contract.TestNothingIsAnsweredOKWithoutTheDatabase", "internal/store.TestReadyFollowsTheServer"}},
}

// TestEveryDefaultIsChosen: what svcx does instead of each default of a library or
// system is documented in docs/operations.md, and has a test.
func TestEveryDefaultIsChosen(t *testing.T) {
	document, err := os.ReadFile("docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	_, chapter, found := strings.Cut(string(document), "\n## Defaults of libraries and systems\n")
	if !found {
		t.Fatal("docs/operations.md has no such chapter")
	}
	chapter, _, _ = strings.Cut(chapter, "\n## ")
	var written []string
	for _, m := range regexp.MustCompile(`(?m)^### (.+)$`).FindAllStringSubmatch(chapter, -1) {
		written = append(written, m[1])
	}
	var proven []string
	for _, d := range defaults {
		proven = append(proven, d.heading)
		if !slices.Contains(written, d.heading) {
			t.Errorf("docs/operations.md does not say what is done about %q", d.heading)
		}
		if len(d.tests) == 0 {
			t.Errorf("%q has no test", d.heading)
		}
		for _, test := range d.tests {
			if folder, name, _ := strings.Cut(test, "."); !hasTest(t, folder, name) {
				t.Errorf("%q: there is no %s in %s", d.heading, name, folder)
			}
		}
	}
	for _, heading := range written {
		if !slices.Contains(proven, heading) {
			t.Errorf("nothing proves what docs/operations.md says about %q", heading)
		}
	}
}

// hasTest reports whether a package has a test of that name.
func hasTest(t *testing.T, folder, name string) bool {
	t.Helper()
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), "_test.go") {
			continue
		}
		content, err := os.ReadFile(folder + "/" + file.Name())
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(content), "\nfunc "+name+"(t *testing.T)") {
			return true
		}
	}
	return false
}

BEGIN;
CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
INSERT INTO goose_db_version VALUES (1,0,1,'2026-11-29 09:14:27');
INSERT INTO goose_db_version VALUES (2,1,1,'2026-11-29 09:14:27');
INSERT INTO goose_db_version VALUES (3,2,1,'2026-11-29 09:14:27');
INSERT INTO goose_db_version VALUES (4,3,1,'2026-11-29 09:14:27');
INSERT INTO goose_db_version VALUES (5,4,1,'2026-11-29 09:14:27');
INSERT INTO goose_db_version VALUES (6,5,1,'2026-11-29 09:14:27');
INSERT INTO goose_db_version VALUES (7,6,1,'2026-11-29 09:14:27');
INSERT INTO goose_db_version VALUES (8,7,1,'2026-11-29 09:14:27');
INSERT INTO goose_db_version VALUES (9,8,1,'2026-11-29 09:14:27');
INSERT INTO goose_db_version VALUES (10,9,1,'2026-11-29 09:14:27');
INSERT INTO goose_db_version VALUES (11,10,1,'2026-11-29 09:14:27');
INSERT INTO goose_db_version VALUES (12,11,1,'2026-11-29 09:14:27');
INSERT INTO goose_db_version VALUES (13,12,1,'2026-11-29 09:14:27');
INSERT INTO goose_db_version VALUES (14,13,1,'2026-11-29 09:14:27');
INSERT INTO goose_db_version VALUES (15,14,1,'2026-11-29 09:14:27');
INSERT INTO goose_db_version VALUES (16,15,1,'2026-11-29 09:14:27');
INSERT INTO goose_db_version VALUES (17,16,1,'2026-11-29 09:14:27');
INSERT INTO goose_db_version VALUES (18,17,1,'2026-11-29 09:14:27');
INSERT INTO sqlite_sequence VALUES ('goose_db_version',18);
INSERT INTO sqlite_sequence VALUES ('workspace',5);
INSERT INTO sqlite_sequence VALUES ('person',4);
INSERT INTO sqlite_sequence VALUES ('audit',43);
INSERT INTO sqlite_sequence VALUES ('api_key',3);
INSERT INTO sqlite_sequence VALUES ('saved_reply',2);
INSERT INTO sqlite_sequence VALUES ('secret',1);
INSERT INTO sqlite_sequence VALUES ('category',3);
INSERT INTO sqlite_sequence VALUES ('field',6);
INSERT INTO sqlite_sequence VALUES ('channel',8);
INSERT INTO sqlite_sequence VALUES ('staff_link',1);
INSERT INTO sqlite_sequence VALUES ('contact',18);
INSERT INTO sqlite_sequence VALUES ('conversation',17);
INSERT INTO sqlite_sequence VALUES ('message',26);
INSERT INTO sqlite_sequence VALUES ('participant',2);
INSERT INTO sqlite_sequence VALUES ('event_log',40);
INSERT INTO sqlite_sequence VALUES ('search_dirty',14);
INSERT INTO sqlite_sequence VALUES ('file',2);
INSERT INTO sqlite_sequence VALUES ('delivery',15);
INSERT INTO sqlite_sequence VALUES ('history',13);
INSERT INTO sqlite_sequence VALUES ('rating',4);
CREATE TABLE workspace (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    slug           TEXT    NOT NULL,
    name           TEXT    NOT NULL,
    form           TEXT    NOT NULL,
    plan           TEXT    NOT NULL,
    api_enabled    INTEGER NOT NULL,
    allowed_scopes TEXT,
    admin          INTEGER NOT NULL,
    created_at     INTEGER NOT NULL
) STRICT;
INSERT INTO workspace VALUES (1,'main','Main','B','business',1,NULL,1,1795943667513);
INSERT INTO workspace VALUES (2,'acme','Acme Support','B','business',1,NULL,0,1795943667548);
INSERT INTO workspace VALUES (3,'alfa','Alfa','A','free',1,'["conversations:read","conversations:write","messages:read","messages:write","contacts:read","contacts:write","ratings:write"]',0,1795943667562);
INSERT INTO workspace VALUES (4,'late','Late','B','free',1,NULL,0,1795943667585);
INSERT INTO workspace VALUES (5,'later','Later','A','free',1,NULL,0,1795943667600);
CREATE TABLE person (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    email      TEXT    NOT NULL,
    email_key  TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
INSERT INTO person VALUES (1,'admin@localhost','admin@localhost','',1795943667514);
INSERT INTO person VALUES (2,'ann@acme.test','ann@acme.test','',1795943667548);
INSERT INTO person VALUES (3,'bob@acme.test','bob@acme.test','Bob',1795943667731);
INSERT INTO person VALUES (4,'eve@acme.test','eve@acme.test','',1795943667732);
CREATE TABLE member (
    workspace_id INTEGER NOT NULL,
    user_id      INTEGER NOT NULL,
    role         TEXT    NOT NULL,
    created_at   INTEGER NOT NULL, name TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (workspace_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO member VALUES (1,1,'admin',1795943667514,'');
INSERT INTO member VALUES (2,2,'admin',1795943667548,'');
INSERT INTO member VALUES (2,3,'agent',1795943667731,'Bob');
INSERT INTO member VALUES (2,4,'agent',1795943667732,'');
INSERT INTO member VALUES (3,2,'admin',1795943667562,'');
INSERT INTO member VALUES (3,3,'agent',1795943667734,'Robert');
INSERT INTO member VALUES (4,2,'admin',1795943667585,'');
INSERT INTO member VALUES (5,2,'admin',1795943667600,'');
CREATE TABLE login_token (
    hash       TEXT    NOT NULL PRIMARY KEY,
    user_id    INTEGER NOT NULL,
    redirect   TEXT    NOT NULL,
    expires_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO login_token VALUES ('3dac997d08460d5ff28dcddbdd36d4f76be891ecf60ed1832239483123700914',3,'/app/alfa/inbox',1795944567736,1795943667736);
INSERT INTO login_token VALUES ('435b652ba0c7fa78a9e8266da97f1c54c80f6b5a8db46f80464e5b9e5eed25c7',3,'/',1795944567760,1795943667760);
INSERT INTO login_token VALUES ('5b4478698a567e969b398d645ad144a0dde1abea703301aede7d4b4ea8523285',3,'/app/acme/inbox',1795944567732,1795943667732);
INSERT INTO login_token VALUES ('760b97f2b0b10d7cd98471dfda8dc52d0a38438ff32aa30443401f3b9d51426e',4,'/app/acme/inbox',1795944567733,1795943667733);
INSERT INTO login_token VALUES ('88db0f57a24a4613abadc1393358778aabae5ff29b588e6e191fb61eef1f05c8',1,'/',1795944567516,1795943667516);
INSERT INTO login_token VALUES ('a05fcb8dc31df9c7796f0e232d043a97486f3b60a6bb1ed6bc6d1968d94e7530',2,'/app/alfa/inbox',1795944567565,1795943667565);
INSERT INTO login_token VALUES ('cffbe9e2f37bd60c5ffbf3d7ec427a4f5350d67442641bb91a111b83dda4e7a9',2,'/app/acme/inbox',1795944567549,1795943667549);
INSERT INTO login_token VALUES ('d071f8710656e472ca753c2948ab199f1b931f1ea5248cc919a40a77be625938',2,'/app/later/inbox',1795944567605,1795943667605);
INSERT INTO login_token VALUES ('f150b78e94c60c505d682607b794f0c7fb7452731aede2483d6e2f25d9950194',2,'/app/late/inbox',1795944567587,1795943667587);
CREATE TABLE api_key (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id INTEGER NOT NULL,
    name         TEXT    NOT NULL,
    prefix       TEXT    NOT NULL,
    hash         TEXT    NOT NULL,
    scopes       TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at   INTEGER
) STRICT;
INSERT INTO api_key VALUES (1,2,'scripts','svcx_sk_555e0d89','7e9ca0c75d4a6c59606cd32b8b691305f7c44cdbe91554258d20e71e8b0daf74','["conversations:read","conversations:write","conversations:resolve","messages:read","messages:write","contacts:read","contacts:write","ratings:read","ratings:write","secrets:read","config:write"]',1795943667661,NULL,NULL);
INSERT INTO api_key VALUES (2,3,'scripts','svcx_sk_7d33f278','e3ab826a9408dfff7c78b2729c2f4f75ff13d75e91611e73aea8304fc9cc2bbb','["conversations:read","conversations:write","messages:read","messages:write","contacts:read","contacts:write","ratings:write"]',1795943667676,NULL,NULL);
INSERT INTO api_key VALUES (3,2,'Revoked','svcx_sk_30e17902','bc766bfa19d547bd08b6dac90829af1a90181c4d41d39b45e84d823dedcf4b31','["contacts:read"]',1795943667765,NULL,1795943667767);
CREATE TABLE channel (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id      INTEGER NOT NULL,
    name              TEXT    NOT NULL,
    settings          TEXT    NOT NULL,
    key_hash          TEXT    NOT NULL,
    key_cipher        BLOB,
    last_heartbeat_at INTEGER,
    created_at        INTEGER NOT NULL
, defaults TEXT NOT NULL DEFAULT '{}', ping_failed INTEGER NOT NULL DEFAULT 0, next_ping_at INTEGER, circuit_failures INTEGER NOT NULL DEFAULT 0, circuit_opened_at INTEGER, circuit_probe_at INTEGER, signing_secret BLOB, old_signing_secret BLOB, old_secret_until INTEGER) STRICT;
INSERT INTO channel VALUES (1,2,'Shop','{"WebhookURL":"http://receiver.test/ok?token=integrators-secret","RatingEnabled":true,"RatingAutoRequest":true,"RelaySupportsAttachments":true,"MonitoringEnabled":true,"IntentConfirmationEnabled":true,"AIVerificationURL":"http://receiver.test/ok?ask=1","AIVerificationTimeout":10,"TypingIndicatorsEnabled":true,"MessageReadStatusEnabled":true,"MessageExportEnabled":false,"MessageExportDepth":100,"CanReopen":true,"CanReceiveFiles":true,"MaxMessageLength":null,"EphemeralContent":true,"BackRequestsEnabled":true,"ReopenOnMessage":true,"DisabledActions":null,"DisabledEvents":null}','1a8950e15533dc0db12a23c75c67766370c6afb1015f9ac32ded6666805cfd42',X'01EBF6669F37FB7125BF3EC548FABC6F3F5FEC0A485D805DE485B6769DAF3A62FB77B4D3514C1360BED6B79DE51A53C2CAD4971930CDA4E3B66B01E41644EAFA62DFCAE617654A22599B847717F58664A765',1795943667784,1795943667776,'{"Category":2,"Fields":{"note":"by default"}}',0,0,0,NULL,NULL,X'01EBF6669F37FB71253F22BC230298077A57AE825F75C3B49AC1EFBC143571188C9B59DD4EA2A8C8A0921BEC4D3DB9469AEBB84CE57A6D2CD88306EDD239FBD206B1175F5789800C9BA237BCDEDF24A7E0DA9969956884',X'01EBF6669F37FB712531F6F785C711577BDDAA516644375FBF74B0C4B7BB461691CDF8ED5D46B6C2952D56D1B2A12F6587DC2D33664E8EA4D39AAE17C98BE6F6ECB39B03503D629061A5C0D9AA309D9B55DB8D55667E14018A90D9FF528C04102A4EB8FD58',1796030067778);
INSERT INTO channel VALUES (2,2,'Odd','{"WebhookURL":"https://example.com/odd?x=y","RatingEnabled":false,"RatingAutoRequest":true,"RelaySupportsAttachments":false,"MonitoringEnabled":false,"IntentConfirmationEnabled":true,"AIVerificationURL":"https://example.com/ask","AIVerificationTimeout":7,"TypingIndicatorsEnabled":true,"MessageReadStatusEnabled":true,"MessageExportEnabled":true,"MessageExportDepth":55,"CanReopen":false,"CanReceiveFiles":false,"MaxMessageLength":500,"EphemeralContent":true,"BackRequestsEnabled":true,"ReopenOnMessage":true,"DisabledActions":["conversation.close","rating.submit"],"DisabledEvents":["conversation.assigned","rating.requested"]}','2cc10194944440368eeccf7477edd078242c6568ecb24d937a4dc38713fe4327',X'01EBF6669F37FB7125C126E7A4AAD01D343B4FC2CB906BF144C3E7DE990DC68CF7E8FDD6621B2D6D6D00092DCEBB83119FB2D5C08B6EBE3280CDB993A5E2C2FA1A1FAFBEE3634D63003E4B01F3721487D5C0',NULL,1795943667779,'{"Category":null,"Fields":null}',0,NULL,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO channel VALUES (3,2,'Busy','{"WebhookURL":"http://receiver.test/busy","RatingEnabled":true,"RatingAutoRequest":false,"RelaySupportsAttachments":true,"MonitoringEnabled":true,"IntentConfirmationEnabled":false,"AIVerificationURL":"","AIVerificationTimeout":10,"TypingIndicatorsEnabled":false,"MessageReadStatusEnabled":false,"MessageExportEnabled":false,"MessageExportDepth":100,"CanReopen":true,"CanReceiveFiles":true,"MaxMessageLength":null,"EphemeralContent":false,"BackRequestsEnabled":false,"ReopenOnMessage":true,"DisabledActions":null,"DisabledEvents":null}','334f935451b6ced036aa8fa2aeb1ec01f3a84da2ca36c09f68b816bd41b2817b',X'01EBF6669F37FB712511AEDC0E8A12CFF0B3C3B16D9537F03DD6DD8356597E4B9D5152D6FF5A4881215B4BE613608FC3E37DB7992F0764308908D52A2DEB2F5EACA8C3D863043FFC63628880AE96F3E2C6A9',NULL,1795943667780,'{"Category":null,"Fields":null}',0,0,1,NULL,NULL,NULL,NULL,NULL);
INSERT INTO channel VALUES (4,2,'Refusing','{"WebhookURL":"http://receiver.test/refuse","RatingEnabled":true,"RatingAutoRequest":false,"RelaySupportsAttachments":true,"MonitoringEnabled":true,"IntentConfirmationEnabled":false,"AIVerificationURL":"","AIVerificationTimeout":10,"TypingIndicatorsEnabled":false,"MessageReadStatusEnabled":false,"MessageExportEnabled":false,"MessageExportDepth":100,"CanReopen":true,"CanReceiveFiles":true,"MaxMessageLength":null,"EphemeralContent":false,"BackRequestsEnabled":false,"ReopenOnMessage":true,"DisabledActions":null,"DisabledEvents":null}','cdaca2fc8f9795deb2633d799c85143d736d34d0de75b2599351e8b1d1d1de54',X'01EBF6669F37FB7125DDF4244CC7847C54F86E857BF1AC515F01DA3AAC4E0E70EA524E2B6137C3AA116607D4819833F30E009CC2836EBABACBC28340B0B267A9D23046591C8F65E76E298BAC323574874CF7',NULL,1795943667781,'{"Category":null,"Fields":null}',0,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO channel VALUES (5,2,'Hanging','{"WebhookURL":"http://receiver.test/hang","RatingEnabled":true,"RatingAutoRequest":false,"RelaySupportsAttachments":true,"MonitoringEnabled":true,"IntentConfirmationEnabled":false,"AIVerificationURL":"","AIVerificationTimeout":10,"TypingIndicatorsEnabled":false,"MessageReadStatusEnabled":false,"MessageExportEnabled":false,"MessageExportDepth":100,"CanReopen":true,"CanReceiveFiles":true,"MaxMessageLength":null,"EphemeralContent":false,"BackRequestsEnabled":false,"ReopenOnMessage":true,"DisabledActions":null,"DisabledEvents":null}','a4d513d9caf8603f6504c1b5f22fa8e437d1a4cc43c8de646c0ea096935de02f',X'01EBF6669F37FB712525D5557D833E2D1A78042C364415EABC6380913E145BA8073EDE0F7684F5F7EA55DC8F8E8DEA0BED208368249880B8E082625BF956F6CC2B95BA907C7F6352DF398840CC8A15E8BAC9',NULL,1795943667782,'{"Category":null,"Fields":null}',0,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO channel VALUES (6,3,'Desk','{"WebhookURL":"http://receiver.test/ok?alfa","RatingEnabled":true,"RatingAutoRequest":false,"RelaySupportsAttachments":true,"MonitoringEnabled":true,"IntentConfirmationEnabled":false,"AIVerificationURL":"","AIVerificationTimeout":10,"TypingIndicatorsEnabled":true,"MessageReadStatusEnabled":false,"MessageExportEnabled":false,"MessageExportDepth":100,"CanReopen":true,"CanReceiveFiles":true,"MaxMessageLength":null,"EphemeralContent":false,"BackRequestsEnabled":false,"ReopenOnMessage":true,"DisabledActions":["conversation.close"],"DisabledEvents":null}','26b212bb7f5a6c6ed16574cad9f2dab43ec84bd074000e9a6d1456045923a75e',NULL,NULL,1795943667783,'{"Category":null,"Fields":null}',0,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO channel VALUES (7,4,'Late','{"WebhookURL":"","RatingEnabled":true,"RatingAutoRequest":false,"RelaySupportsAttachments":true,"MonitoringEnabled":true,"IntentConfirmationEnabled":false,"AIVerificationURL":"","AIVerificationTimeout":10,"TypingIndicatorsEnabled":false,"MessageReadStatusEnabled":false,"MessageExportEnabled":false,"MessageExportDepth":100,"CanReopen":true,"CanReceiveFiles":true,"MaxMessageLength":null,"EphemeralContent":false,"BackRequestsEnabled":false,"ReopenOnMessage":true,"DisabledActions":null,"DisabledEvents":null}','775059193767cfa3dc5704e9f4271268e6758d263079bec1cdb3bb480ea6eb3e',X'01EBF6669F37FB71252E299E1727C82EDECE409D5B0AEDD57D10F7FBF9C2429D21BFE40CB3A97258DBA0E0DE6425AEB5F54D0562311091B620AA93769DD8A86D1D0E7F48E0A697A5B03C996B0E16E306458D',NULL,1795943667884,'{"Category":null,"Fields":null}',0,NULL,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO channel VALUES (8,5,'Later','{"WebhookURL":"","RatingEnabled":true,"RatingAutoRequest":false,"RelaySupportsAttachments":true,"MonitoringEnabled":true,"IntentConfirmationEnabled":false,"AIVerificationURL":"","AIVerificationTimeout":10,"TypingIndicatorsEnabled":false,"MessageReadStatusEnabled":false,"MessageExportEnabled":false,"MessageExportDepth":100,"CanReopen":true,"CanReceiveFiles":true,"MaxMessageLength":null,"EphemeralContent":false,"BackRequestsEnabled":false,"ReopenOnMessage":true,"DisabledActions":null,"DisabledEvents":null}','49d9c2125304b37fca2518014ac992c7c04702e2fc2ced9183e4bf9680cbcc01',NULL,NULL,1795943667917,'{"Category":null,"Fields":null}',0,NULL,0,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE contact (
    id                    INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id          INTEGER NOT NULL,
    external_id           TEXT,
    external_id_defaulted INTEGER NOT NULL,
    name                  TEXT    NOT NULL,
    email                 TEXT    NOT NULL,
    email_key             TEXT,
    avatar_url            TEXT    NOT NULL,
    tags                  TEXT    NOT NULL,
    search                TEXT    NOT NULL,
    created_at            INTEGER NOT NULL,
    updated_at            INTEGER NOT NULL
, merged_into INTEGER, blocked_at INTEGER, aliases TEXT NOT NULL DEFAULT '[]') STRICT;
INSERT INTO contact VALUES (1,2,'cust-1',0,'Zoë Zimmer','zoe@example.com','zoe@example.com','https://pictures.example.com/zoe.png','["vip","press"]','w2xzoe w2xzimmer w2xexample w2xcom w2xcust w2x1',1795943667785,1795943667790,NULL,NULL,'[]');
INSERT INTO contact VALUES (2,2,'cust-2',0,'Yann','yann@example.com','yann@example.com','','[]','w2xyann w2xexample w2xcom w2xcust w2x2',1795943667792,1795943667792,NULL,NULL,'[]');
INSERT INTO contact VALUES (3,2,'u-9',0,'Ada','ada@example.com','ada@example.com','https://pictures.example.com/ada.png','[]','w2xada w2xexample w2xcom w2xu w2x9',1795943667830,1795943667835,NULL,1795943667835,'[]');
INSERT INTO contact VALUES (4,2,'u-7',0,'Mary','',NULL,'','[]','w2xmary w2xu w2x7',1795943667834,1795943667834,NULL,NULL,'[]');
INSERT INTO contact VALUES (5,2,'twin-1',0,'Kim','kim@example.com','kim@example.com','','["twin"]','w2xkim w2xexample w2xcom w2xtwin w2x1 w2xk w2xnowak w2x2',1795943667837,1795943667841,NULL,NULL,'["K. Nowak","nowak@example.com","twin-2"]');
INSERT INTO contact VALUES (6,2,'twin-2',0,'K. Nowak','nowak@example.com','nowak@example.com','','["twin"]','',1795943667837,1795943667839,5,NULL,'[]');
INSERT INTO contact VALUES (7,3,'alfa-1',0,'Ole','ole@example.com','ole@example.com','','[]','w3xole w3xexample w3xcom w3xalfa w3x1',1795943667842,1795943667842,NULL,NULL,'[]');
INSERT INTO contact VALUES (8,2,'cust-3',0,'','',NULL,'','[]','w2xcust w2x3',1795943667848,1795943667848,NULL,NULL,'[]');
INSERT INTO contact VALUES (9,2,'cust-4',0,'','',NULL,'','[]','w2xcust w2x4',1795943667862,1795943667862,NULL,NULL,'[]');
INSERT INTO contact VALUES (10,2,'cust-5',0,'','',NULL,'','[]','w2xcust w2x5',1795943667870,1795943667870,NULL,NULL,'[]');
INSERT INTO contact VALUES (11,4,'stays',0,'Stays','',NULL,'','[]','w4xstays',1795943667887,1795943667887,NULL,NULL,'[]');
INSERT INTO contact VALUES (12,4,'deleted',0,'Deleted conversation','',NULL,'','[]','w4xdeleted w4xconversation',1795943667889,1795943667889,NULL,NULL,'[]');
INSERT INTO contact VALUES (15,4,'merged',0,'Merged','',NULL,'','[]','',1795943667892,1795943667892,16,NULL,'[]');
INSERT INTO contact VALUES (16,4,'surviving',0,'Surviving','',NULL,'','[]','w4xsurviving w4xmerged',1795943667893,1795943667954,NULL,NULL,'["Merged","merged"]');
INSERT INTO contact VALUES (17,5,'unmerged',0,'Unmerged','',NULL,'','[]','w5xunmerged',1795943667918,1795943667918,NULL,NULL,'[]');
INSERT INTO contact VALUES (18,5,'kept',0,'Kept','',NULL,'','[]','w5xkept',1795943667919,1795943667956,NULL,NULL,'[]');
CREATE VIRTUAL TABLE contact_search USING fts5 (
    search, content='', contentless_delete=1, detail=none, tokenize='ascii', prefix='4 6'
);
DELETE FROM contact_search_data;
INSERT INTO contact_search_data VALUES (1,X'102D');
INSERT INTO contact_search_data VALUES (10,X'00000000FF000001020C29000C110101011000000A0101011111000001020101121201010103010113130101010401011414010101050101151501010106010116160101010701011717010101080101181801020109010119190000010A01011A1A0000010B01011B1B0000010000');
INSERT INTO contact_search_data VALUES (137438953473,X'0000003C1030773478636F6E766572736174696F6E0C040764656C657465640C000531773478630C0401640C000732773478636F6E0C040364656C0C04120A08040A');
INSERT INTO contact_search_data VALUES (274877906945,X'000000640530773478310D0403636F6D0D04066572617365640D08036D75730D050678616D706C650D040977696C6C6962616C640D000531773478310D0401630D0401650D0401770D000732773478636F6D0D04036572610D050278610D040377696C0D0407060906090C080404040A0605');
INSERT INTO contact_search_data VALUES (412316860417,X'000000640530773478320E0403636F6D0E04066572617365640E08036D75730E050678616D706C650E040973696769736D756E640E000531773478320E0401630E0401650E0401730E000732773478636F6D0E04036572610E050278610E04037369670E0407060906090C080404040A0605');
INSERT INTO contact_search_data VALUES (549755813889,X'000000220A307734786D65726765640F0005317734786D0F0007327734786D65720F040C08');
INSERT INTO contact_search_data VALUES (687194767361,X'000000250D30773478737572766976696E6710000531773478731000073277347873757210040F08');
INSERT INTO contact_search_data VALUES (824633720833,X'000000240C30773578756E6D6572676564110005317735787511000732773578756E6D11040E08');
INSERT INTO contact_search_data VALUES (962072674305,X'0000002008307735786B657074120005317735786B120007327735786B657012040A08');
INSERT INTO contact_search_data VALUES (1099511627777,X'0000003508307735786B657074120408756E6D6572676564120005317735786B12040175120007327735786B6570120403756E6D12040A0B08040A');
INSERT INTO contact_search_data VALUES (1236950581249,X'000000380A307734786D6572676564100409737572766976696E67100005317734786D10040173100007327734786D657210040373757210040C0C08040A');
INSERT INTO contact_search_data VALUES (1374389534721,X'0000002008307735786B657074120005317735786B120007327735786B657012040A08');
INSERT INTO contact_search_data VALUES (1511828488193,X'000000240C30773578756E6D6572676564110005317735787511000732773578756E6D11040E08');
INSERT INTO contact_search_data VALUES (2336462209025,X'000001910530773278310104040132020304013308040134090401350A04013704040139030403616461030403636F6D010101020503757374010106010104076578616D706C650101010204016B050502696D0504046D6172790404056E6F77616B0504047477696E050401750301040479616E6E0204067A696D6D65720105026F65010203337831070404616C6661070403636F6D0704076578616D706C650704036F6C65070207347873746179730B000531773278310104040132020304013308040134090401350A040137040401390304016103040163010101020301010401650101010204016B0504016D0404016E050401740504017503010401790204017A0102033378310704016107040163070401650704016F0702033478730B000732773278616461030403636F6D0101010205027573010106010104036578610101010204036B696D0504036D61720404036E6F7705040374776905040379616E0204037A696D0105026F650102053378616C66070403636F6D0704036578610704036F6C6507020534787374610B040805040404040406090A0D0405070807050709050607060A060A09050404040404040A07040404040504040604040404060A0909090606060606060508060606');
INSERT INTO contact_search_data VALUES (9007474132647936,X'0400000000000001000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000D000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO contact_search_data VALUES (9007611571601408,X'040000000000000100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000E0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO contact_search_data VALUES (9007749010554880,X'04000000000000010000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000F00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO contact_search_data VALUES (9007886449508352,X'04000000000000010000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000010000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO contact_search_data VALUES (9008023888461824,X'04000000000000010000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO contact_search_data VALUES (9008161327415296,X'04000000000000010000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001200000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO contact_search_data VALUES (9008298766368768,X'04000000000000020000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000110000001200000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
DELETE FROM contact_search_idx;
INSERT INTO contact_search_idx VALUES (1,X'',2);
INSERT INTO contact_search_idx VALUES (2,X'',2);
INSERT INTO contact_search_idx VALUES (3,X'',2);
INSERT INTO contact_search_idx VALUES (4,X'',2);
INSERT INTO contact_search_idx VALUES (5,X'',2);
INSERT INTO contact_search_idx VALUES (6,X'',2);
INSERT INTO contact_search_idx VALUES (7,X'',2);
INSERT INTO contact_search_idx VALUES (8,X'',2);
INSERT INTO contact_search_idx VALUES (9,X'',2);
INSERT INTO contact_search_idx VALUES (10,X'',2);
INSERT INTO contact_search_idx VALUES (11,X'',2);
INSERT INTO contact_search_idx VALUES (17,X'',2);
DELETE FROM contact_search_docsize;
INSERT INTO contact_search_docsize VALUES (1,X'06',2);
INSERT INTO contact_search_docsize VALUES (2,X'05',3);
INSERT INTO contact_search_docsize VALUES (3,X'05',7);
INSERT INTO contact_search_docsize VALUES (4,X'03',6);
INSERT INTO contact_search_docsize VALUES (5,X'08',11);
INSERT INTO contact_search_docsize VALUES (6,X'00',11);
INSERT INTO contact_search_docsize VALUES (7,X'05',12);
INSERT INTO contact_search_docsize VALUES (8,X'02',13);
INSERT INTO contact_search_docsize VALUES (9,X'02',14);
INSERT INTO contact_search_docsize VALUES (10,X'02',15);
INSERT INTO contact_search_docsize VALUES (11,X'01',16);
INSERT INTO contact_search_docsize VALUES (12,X'02',17);
INSERT INTO contact_search_docsize VALUES (15,X'00',25);
INSERT INTO contact_search_docsize VALUES (16,X'02',25);
INSERT INTO contact_search_docsize VALUES (17,X'01',27);
INSERT INTO contact_search_docsize VALUES (18,X'01',26);
DELETE FROM contact_search_config;
INSERT INTO contact_search_config VALUES ('version',4);
CREATE TABLE conversation (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id    INTEGER NOT NULL,
    channel_id      INTEGER,
    channel_type    TEXT    NOT NULL,
    external_id     TEXT,
    subject         TEXT    NOT NULL,
    status          TEXT    NOT NULL,
    assigned_to     INTEGER,
    contact_id      INTEGER,
    category_id     INTEGER,
    priority        TEXT    NOT NULL,
    tags            TEXT    NOT NULL,
    created_at      INTEGER NOT NULL,
    updated_at      INTEGER NOT NULL,
    last_message_at INTEGER,
    resolved_at     INTEGER,
    message_count   INTEGER NOT NULL,
    delivery_seq    INTEGER NOT NULL
, read_at INTEGER, asked_at INTEGER, answered_at INTEGER, settled_at INTEGER) STRICT;
INSERT INTO conversation VALUES (1,2,1,'custom','c1','Where is it?','open',3,1,1,'high','["late","gift"]',1795943667785,1795943667824,1795943667811,NULL,5,7,1795943667813,1795943667785,1795943667787,1795943667822);
INSERT INTO conversation VALUES (2,2,1,'custom','c2','','closed',NULL,2,2,'','[]',1795943667792,1795943667828,1795943667792,NULL,1,1,NULL,1795943667792,NULL,1795943667828);
INSERT INTO conversation VALUES (3,2,1,'custom','svcx-3','We call you','open',NULL,3,NULL,'','[]',1795943667833,1795943667833,NULL,NULL,0,0,NULL,NULL,NULL,NULL);
INSERT INTO conversation VALUES (4,2,1,'custom','t-1','An old one','resolved',NULL,4,NULL,'','[]',1714636800000,1714642200000,1714636800000,1714642200000,1,0,NULL,1714636800000,NULL,1714636800000);
INSERT INTO conversation VALUES (5,2,1,'custom','c3','','open',NULL,5,2,'','[]',1795943667837,1795943667837,1795943667837,NULL,1,0,NULL,1795943667837,NULL,NULL);
INSERT INTO conversation VALUES (6,3,6,'custom','a1','In form A','resolved',NULL,7,NULL,'','[]',1795943667842,1795943667847,1795943667844,1795943667847,2,1,NULL,1795943667842,1795943667844,1795943667847);
INSERT INTO conversation VALUES (7,2,4,'custom','r1','','open',NULL,8,NULL,'','[]',1795943667848,1795943667850,1795943667850,NULL,2,1,NULL,1795943667848,1795943667850,NULL);
INSERT INTO conversation VALUES (8,2,3,'custom','b1','','resolved',3,9,NULL,'','[]',1795943667862,1795943667869,1795943667865,1795943667869,2,4,NULL,1795943667862,1795943667865,1795943667869);
INSERT INTO conversation VALUES (9,2,5,'custom','h1','','open',NULL,10,NULL,'','[]',1795943667870,1795943667872,1795943667872,NULL,2,1,NULL,1795943667870,1795943667872,NULL);
INSERT INTO conversation VALUES (10,4,7,'custom','l1','','open',NULL,11,3,'','[]',1795943667887,1795943667894,1795943667887,NULL,1,0,NULL,1795943667887,NULL,NULL);
INSERT INTO conversation VALUES (12,4,7,'custom','l3','','open',NULL,NULL,NULL,'','[]',1795943667890,1795943667890,NULL,NULL,0,0,NULL,1795943667890,NULL,NULL);
INSERT INTO conversation VALUES (13,4,7,'custom','l4','','open',NULL,14,NULL,'','[]',1795943667891,1795943667891,1795943667891,NULL,1,0,NULL,1795943667891,NULL,NULL);
INSERT INTO conversation VALUES (14,4,7,'custom','l5','','open',NULL,15,NULL,'','[]',1795943667892,1795943667892,1795943667892,NULL,1,0,NULL,1795943667892,NULL,NULL);
INSERT INTO conversation VALUES (15,4,7,'custom','l6','','open',NULL,16,NULL,'','[]',1795943667893,1795943667893,1795943667893,NULL,1,0,NULL,1795943667893,NULL,NULL);
INSERT INTO conversation VALUES (16,5,8,'custom','u1','','open',NULL,18,NULL,'','[]',1795943667918,1795943667918,1795943667918,NULL,1,0,NULL,1795943667918,NULL,NULL);
INSERT INTO conversation VALUES (17,5,8,'custom','u2','','open',NULL,18,NULL,'','[]',1795943667919,1795943667919,1795943667919,NULL,1,0,NULL,1795943667919,NULL,NULL);
CREATE TABLE message (
    id                 INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id       INTEGER NOT NULL,
    conversation_id    INTEGER NOT NULL,
    kind               TEXT    NOT NULL,
    author_type        TEXT    NOT NULL,
    author_name        TEXT    NOT NULL,
    author_email       TEXT    NOT NULL,
    author_external_id TEXT    NOT NULL,
    author_user_id     INTEGER,
    author_contact_id  INTEGER,
    content            TEXT    NOT NULL,
    content_type       TEXT    NOT NULL,
    markdown           INTEGER NOT NULL,
    external_id        TEXT,
    attachments        TEXT    NOT NULL,
    sent_at            INTEGER NOT NULL,
    created_at         INTEGER NOT NULL,
    edited_at          INTEGER,
    edit_count         INTEGER NOT NULL,
    read_at            INTEGER
) STRICT;
INSERT INTO message VALUES (1,2,1,'message','customer','Zoë','zoe@example.com','cust-1',NULL,1,'<p>Where is <b>it</b>?</p>','html',0,'m1','[{"URL":"https://files.example.com/a.png","Filename":"a.png","MIMEType":"image/png"}]',1795943667785,1795943667785,NULL,0,NULL);
INSERT INTO message VALUES (2,2,1,'message','agent','Bobby','','staff-7',3,NULL,'I am looking','text',0,'m2','[]',1793527200000,1795943667787,NULL,0,NULL);
INSERT INTO message VALUES (3,2,1,'message','bot','Robot','','robot',NULL,NULL,'Beep','text',0,'m3','[]',1795943667788,1795943667788,NULL,0,NULL);
INSERT INTO message VALUES (4,2,2,'message','customer','Yann','yann@example.com','cust-2',NULL,2,'An order','text',0,'m6','[]',1795943667792,1795943667792,NULL,0,NULL);
INSERT INTO message VALUES (5,2,1,'message','agent','Bob','bob@acme.test','',3,NULL,'It is on **its** way.','text',0,NULL,'[{"URL":"","Filename":"bill.pdf","MIMEType":"application/pdf","File":1}]',1795943667804,1795943667804,1795943667810,1,1795943667813);
INSERT INTO message VALUES (6,2,1,'note','agent','Bob','bob@acme.test','',3,NULL,'She called twice.','text',0,NULL,'[]',1795943667806,1795943667806,NULL,0,NULL);
INSERT INTO message VALUES (7,2,1,'message','agent','Grace','grace@example.com','',NULL,NULL,'By the API','text',0,NULL,'[{"URL":"https://files.example.com/label.pdf","Filename":"label.pdf","MIMEType":"application/pdf"}]',1795943667811,1795943667811,NULL,0,NULL);
INSERT INTO message VALUES (8,2,4,'message','customer','Mary','','',NULL,4,'Hello from long ago','text',0,'m-1','[]',1714636800000,1795943667834,NULL,0,NULL);
INSERT INTO message VALUES (9,2,5,'message','customer','K. Nowak','nowak@example.com','twin-2',NULL,6,'From the twin','text',0,'m7','[]',1795943667837,1795943667837,NULL,0,NULL);
INSERT INTO message VALUES (10,3,6,'message','customer','Ole','ole@example.com','alfa-1',NULL,7,'Hello','text',0,'m1','[{"URL":"https://files.example.com/b.png","Filename":"","MIMEType":""}]',1795943667842,1795943667842,NULL,0,NULL);
INSERT INTO message VALUES (11,3,6,'message','agent','Grace','grace@example.com','',NULL,NULL,'Answered','text',0,NULL,'[]',1795943667844,1795943667844,NULL,0,NULL);
INSERT INTO message VALUES (12,2,7,'message','customer','','','cust-3',NULL,8,'x','text',0,'r1','[]',1795943667848,1795943667848,NULL,0,NULL);
INSERT INTO message VALUES (13,2,7,'message','agent','Bob','bob@acme.test','',3,NULL,'Nobody takes this','text',0,NULL,'[]',1795943667850,1795943667850,NULL,0,NULL);
INSERT INTO message VALUES (14,2,8,'message','customer','','','cust-4',NULL,9,'x','text',0,'b1','[]',1795943667862,1795943667862,NULL,0,NULL);
INSERT INTO message VALUES (15,2,8,'message','agent','Bob','bob@acme.test','',3,NULL,'First, with all of its data','text',0,NULL,'[{"URL":"https://files.example.com/c.pdf","Filename":"c.pdf","MIMEType":"application/pdf"}]',1795943667865,1795943667865,NULL,0,NULL);
INSERT INTO message VALUES (16,2,9,'message','customer','','','cust-5',NULL,10,'x','text',0,'h1','[]',1795943667870,1795943667870,NULL,0,NULL);
INSERT INTO message VALUES (17,2,9,'message','agent','Bob','bob@acme.test','',3,NULL,'Cut off','text',0,NULL,'[]',1795943667872,1795943667872,NULL,0,NULL);
INSERT INTO message VALUES (18,4,10,'message','customer','Stays','','stays',NULL,11,'it stays','text',0,'1','[]',1795943667887,1795943667887,NULL,0,NULL);
INSERT INTO message VALUES (19,4,11,'message','customer','Deleted conversation','','deleted',NULL,12,'of a deleted conversation','text',0,'2','[]',1795943667889,1795943667889,NULL,0,NULL);
INSERT INTO message VALUES (21,4,13,'message','customer','Sigismund Erasmus','sigismund@example.com','erased-2',NULL,14,'of another erased person','text',0,'4','[]',1795943667891,1795943667891,NULL,0,NULL);
INSERT INTO message VALUES (22,4,14,'message','customer','Merged','','merged',NULL,15,'of the merged contact','text',0,'5','[]',1795943667892,1795943667892,NULL,0,NULL);
INSERT INTO message VALUES (23,4,15,'message','customer','Surviving','','surviving',NULL,16,'of the surviving contact','text',0,'6','[]',1795943667893,1795943667893,NULL,0,NULL);
INSERT INTO message VALUES (24,4,11,'message','agent','ann@acme.test','ann@acme.test','',2,NULL,'see the file','text',0,NULL,'[{"URL":"","Filename":"gone.txt","MIMEType":"text/plain","File":2}]',1795943667916,1795943667916,NULL,0,NULL);
INSERT INTO message VALUES (25,5,16,'message','customer','Unmerged','','unmerged',NULL,17,'of the one','text',0,'1','[]',1795943667918,1795943667918,NULL,0,NULL);
INSERT INTO message VALUES (26,5,17,'message','customer','Kept','','kept',NULL,18,'of the other','text',0,'2','[]',1795943667919,1795943667919,NULL,0,NULL);
CREATE TABLE message_key (
    workspace_id INTEGER NOT NULL,
    key          TEXT    NOT NULL,
    PRIMARY KEY (workspace_id, key)
) STRICT, WITHOUT ROWID;
INSERT INTO message_key VALUES (2,'-t2EvfZunh4Eb6tB-43-Fw');
INSERT INTO message_key VALUES (2,'6b4ksTJO6XYdr7o6G3Tdfw');
INSERT INTO message_key VALUES (2,'8xLgRyNGm5Q591peQwyQ9Q');
INSERT INTO message_key VALUES (2,'E9tmUngjI0j38dn8GVurZQ');
INSERT INTO message_key VALUES (2,'LKMZ5J6RnGvczV2D6fisDA');
INSERT INTO message_key VALUES (2,'Wsx1q9ewOZ7vPY9mpea8fQ');
INSERT INTO message_key VALUES (2,'XhyMHKRAVy5QVIAw6Zz3DQ');
INSERT INTO message_key VALUES (2,'_9-ouqPTBgE2VRLFUoGJ-g');
INSERT INTO message_key VALUES (2,'mFkPUkgGGclHz1A5kJskmQ');
INSERT INTO message_key VALUES (3,'k1LVpF606R07ekAD1wCC9Q');
INSERT INTO message_key VALUES (4,'-9QXs621Pi01S0GwVBPC6w');
INSERT INTO message_key VALUES (4,'2G9yA1j9mE3IlGrI72bYUQ');
INSERT INTO message_key VALUES (4,'4EdqoZcHnFYDTxgLqBa-eQ');
INSERT INTO message_key VALUES (4,'PiTOjQSeAwndYkQLFZBtzw');
INSERT INTO message_key VALUES (4,'v5lBfTrJA2doEodsEHUPBA');
INSERT INTO message_key VALUES (4,'wvy-S8F-te4WUlkMn8G1Aw');
INSERT INTO message_key VALUES (5,'2nKtAAvn2VzoKwYcpDrYrw');
INSERT INTO message_key VALUES (5,'zxVscPfAHDxlY1oNWrVF_Q');
CREATE TABLE event_log (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id    INTEGER NOT NULL,
    channel_id      INTEGER NOT NULL,
    direction       TEXT    NOT NULL,
    type            TEXT    NOT NULL,
    status          TEXT    NOT NULL,
    error           TEXT    NOT NULL,
    warnings        TEXT    NOT NULL,
    conversation_id TEXT    NOT NULL,
    response_status INTEGER,
    response_ms     INTEGER NOT NULL,
    attempt         INTEGER NOT NULL,
    delivery_id     INTEGER,
    created_at      INTEGER NOT NULL
) STRICT;
INSERT INTO event_log VALUES (1,2,1,'inbound','message','ok','','[]','c1',200,0,0,NULL,1795943667785);
INSERT INTO event_log VALUES (2,2,1,'inbound','message','ok','','[]','c1',200,1,0,NULL,1795943667787);
INSERT INTO event_log VALUES (3,2,1,'inbound','message','ok','','["fields.due: must be a date such as 2026-11-27 or an ISO 8601 timestamp; it was left out"]','c1',200,1,0,NULL,1795943667788);
INSERT INTO event_log VALUES (4,2,1,'inbound','message','skipped','duplicate_message: a message with this messageId was received before','[]','c1',200,1,0,NULL,1795943667789);
INSERT INTO event_log VALUES (5,2,1,'inbound','intent:updateinfo','ok','','[]','c1',200,0,0,NULL,1795943667790);
INSERT INTO event_log VALUES (6,2,1,'inbound','invalid','invalid','invalid_json: body must be one JSON object (fault near byte 17)','[]','',200,0,0,NULL,1795943667791);
INSERT INTO event_log VALUES (7,2,1,'inbound','invalid','unauthorized','signature_mismatch: the channel key is missing or wrong','[]','',200,0,0,NULL,1795943667792);
INSERT INTO event_log VALUES (8,2,1,'inbound','message','ok','','[]','c2',200,0,0,NULL,1795943667792);
INSERT INTO event_log VALUES (9,2,1,'outbound','message.created','ok','','[]','c1',200,1,1,1,1795943667807);
INSERT INTO event_log VALUES (10,2,1,'outbound','message.created','ok','','[]','c1',200,0,1,2,1795943667813);
INSERT INTO event_log VALUES (11,2,1,'outbound','query.contact.info','ok','','[]','c1',200,0,0,NULL,1795943667816);
INSERT INTO event_log VALUES (12,2,1,'inbound','action:rating.submit','ok','','[]','c1',200,1,0,NULL,1795943667818);
INSERT INTO event_log VALUES (13,2,1,'outbound','conversation.assigned','ok','','[]','c1',200,0,1,3,1795943667820);
INSERT INTO event_log VALUES (14,2,1,'outbound','intent.confirm','ok','','[]','c1',200,0,0,NULL,1795943667821);
INSERT INTO event_log VALUES (15,2,1,'outbound','rating.submitted','ok','','[]','c1',200,0,1,4,1795943667822);
INSERT INTO event_log VALUES (16,2,1,'outbound','intent.confirm','ok','','[]','c1',200,0,0,NULL,1795943667823);
INSERT INTO event_log VALUES (17,2,1,'outbound','conversation.resolved','ok','','[]','c1',200,1,1,5,1795943667825);
INSERT INTO event_log VALUES (18,2,1,'outbound','intent.confirm','ok','','[]','c2',200,0,0,NULL,1795943667828);
INSERT INTO event_log VALUES (19,2,1,'outbound','rating.requested','ok','','[]','c1',200,0,1,6,1795943667829);
INSERT INTO event_log VALUES (20,2,1,'outbound','conversation.closed','ok','','[]','c2',200,0,1,8,1795943667830);
INSERT INTO event_log VALUES (21,2,1,'outbound','conversation.reopened','ok','','[]','c1',200,0,1,7,1795943667831);
INSERT INTO event_log VALUES (22,2,1,'inbound','message','ok','','[]','c3',200,1,0,NULL,1795943667837);
INSERT INTO event_log VALUES (23,3,6,'inbound','message','ok','','[]','a1',200,0,0,NULL,1795943667842);
INSERT INTO event_log VALUES (24,3,6,'outbound','message.created','ok','','[]','a1',200,0,1,9,1795943667846);
INSERT INTO event_log VALUES (25,2,4,'inbound','message','ok','','[]','r1',200,0,0,NULL,1795943667848);
INSERT INTO event_log VALUES (26,2,4,'outbound','message.created','failed','http_status: the receiver answered 400','[]','r1',400,0,1,10,1795943667851);
INSERT INTO event_log VALUES (27,2,3,'inbound','message','ok','','[]','b1',200,1,0,NULL,1795943667862);
INSERT INTO event_log VALUES (28,2,3,'outbound','message.created','failed','http_status: the receiver answered 503','[]','b1',503,0,1,11,1795943667867);
INSERT INTO event_log VALUES (29,2,3,'inbound','action:rating.submit','ok','','[]','b1',200,1,0,NULL,1795943667867);
INSERT INTO event_log VALUES (30,2,5,'inbound','message','ok','','[]','h1',200,0,0,NULL,1795943667870);
INSERT INTO event_log VALUES (31,4,7,'inbound','message','ok','','[]','l1',200,0,0,NULL,1795943667887);
INSERT INTO event_log VALUES (32,4,7,'inbound','message','ok','','[]','l2',200,0,0,NULL,1795943667889);
INSERT INTO event_log VALUES (33,4,7,'inbound','message','ok','','[]','l3',200,0,0,NULL,1795943667890);
INSERT INTO event_log VALUES (34,4,7,'inbound','message','ok','','[]','l4',200,0,0,NULL,1795943667891);
INSERT INTO event_log VALUES (35,4,7,'inbound','message','ok','','[]','l5',200,0,0,NULL,1795943667892);
INSERT INTO event_log VALUES (36,4,7,'inbound','message','ok','','[]','l6',200,0,0,NULL,1795943667893);
INSERT INTO event_log VALUES (37,4,7,'inbound','action:rating.submit','ok','','[]','l1',200,0,0,NULL,1795943667894);
INSERT INTO event_log VALUES (38,5,8,'inbound','message','ok','','[]','u1',200,0,0,NULL,1795943667918);
INSERT INTO event_log VALUES (39,5,8,'inbound','message','ok','','[]','u2',200,0,0,NULL,1795943667919);
INSERT INTO event_log VALUES (40,2,1,'outbound','content.resolve','ok','','[]','c1',200,2,0,NULL,1795943667975);
CREATE TABLE delivery (
    id                       INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id             INTEGER NOT NULL,
    channel_id               INTEGER NOT NULL,
    conversation_id          INTEGER NOT NULL,
    external_conversation_id TEXT    NOT NULL,
    sequence                 INTEGER NOT NULL,
    webhook_id               TEXT    NOT NULL,
    type                     TEXT    NOT NULL,
    data                     TEXT    NOT NULL,
    state                    TEXT    NOT NULL,
    attempts                 INTEGER NOT NULL,
    due_at                   INTEGER NOT NULL,
    lease                    TEXT,
    created_at               INTEGER NOT NULL,
    ended_at                 INTEGER
) STRICT;
INSERT INTO delivery VALUES (1,2,1,1,'c1',1,'msg_c7f223aa91cbd8debc4fe16599722762','message.created','{"Content":"It is on its way.","AuthorName":"Bob","AuthorType":"agent","MessageID":5,"Origin":"inbox","Attachments":[{"URL":"","Filename":"bill.pdf","MIMEType":"application/pdf","File":1}]}','delivered',1,1795943697805,NULL,1795943667804,1795943667807);
INSERT INTO delivery VALUES (2,2,1,1,'c1',2,'msg_6e04e7f2236efa6f990c0543a6db538d','message.created','{"Content":"By the API","AuthorName":"Grace","AuthorType":"agent","MessageID":7,"Origin":"api","Attachments":[{"URL":"https://files.example.com/label.pdf","Filename":"label.pdf","MIMEType":"application/pdf"}]}','delivered',1,1795943697812,NULL,1795943667811,1795943667813);
INSERT INTO delivery VALUES (3,2,1,1,'c1',3,'msg_d243e9706a781612a1d87f42d293096a','conversation.assigned','{"AssignedTo":3}','delivered',1,1795943697818,NULL,1795943667818,1795943667820);
INSERT INTO delivery VALUES (4,2,1,1,'c1',4,'msg_d40e9cdbda5a1ec10c2f3126fa4ba02d','rating.submitted','{"Rating":4,"Comment":"Fine","RatedBy":"zoe@example.com"}','delivered',1,1795943697821,NULL,1795943667818,1795943667822);
INSERT INTO delivery VALUES (5,2,1,1,'c1',5,'msg_9eaa68e4bb9cfcd8b02deb31ee6ef084','conversation.resolved','{"Status":"resolved","ResolvedAt":1795943667822}','delivered',1,1795943697824,NULL,1795943667822,1795943667825);
INSERT INTO delivery VALUES (6,2,1,1,'c1',6,'msg_161d9828fda0943df3541fb41f07211c','rating.requested','{"Reason":"auto"}','delivered',1,1795943697828,NULL,1795943667822,1795943667829);
INSERT INTO delivery VALUES (7,2,1,1,'c1',7,'msg_c3aa24284618d15a3f8ba3a7fa730dab','conversation.reopened','{"Status":"open"}','delivered',1,1795943697830,NULL,1795943667824,1795943667831);
INSERT INTO delivery VALUES (8,2,1,2,'c2',1,'msg_949df4b0bbfd0c10798af2b5c2fb7190','conversation.closed','{"Status":"closed"}','delivered',1,1795943697829,NULL,1795943667828,1795943667830);
INSERT INTO delivery VALUES (9,3,6,6,'a1',1,'msg_0b64750ffb3682f32d1c363fd07151e2','message.created','{"Content":"Answered","AuthorName":"Grace","AuthorType":"agent","MessageID":11,"Origin":"api"}','delivered',1,1795943697845,NULL,1795943667844,1795943667846);
INSERT INTO delivery VALUES (10,2,4,7,'r1',1,'msg_ef000070dc1033857117b96bb2744460','message.created','{"Content":"Nobody takes this","AuthorName":"Bob","AuthorType":"agent","MessageID":13,"Origin":"inbox"}','failed',1,1795943697850,NULL,1795943667850,1795943667851);
INSERT INTO delivery VALUES (11,2,3,8,'b1',1,'msg_15ad1675e7c48fa88669f6ce5ee891b4','message.created','{"Content":"First, with all of its data","AuthorName":"Bob","AuthorType":"agent","MessageID":15,"Origin":"inbox","Attachments":[{"URL":"https://files.example.com/c.pdf","Filename":"c.pdf","MIMEType":"application/pdf"}]}','ready',1,1795944228594,NULL,1795943667865,NULL);
INSERT INTO delivery VALUES (12,2,3,8,'b1',2,'msg_3f1722d876488c6c845d835936a8e7fd','conversation.assigned','{"AssignedTo":3}','waiting',0,1795943667866,NULL,1795943667866,NULL);
INSERT INTO delivery VALUES (13,2,3,8,'b1',3,'msg_f81a156c18bb7cbe88be7606d3152ca4','rating.submitted','{"Rating":2,"Comment":"Slow","RatedBy":"cust-4"}','waiting',0,1795943667867,NULL,1795943667867,NULL);
INSERT INTO delivery VALUES (14,2,3,8,'b1',4,'msg_91af8c5ee76d9267d0fa501e15bea7c8','conversation.resolved','{"Status":"resolved","ResolvedAt":1795943667869}','waiting',0,1795943667869,NULL,1795943667869,NULL);
INSERT INTO delivery VALUES (15,2,5,9,'h1',1,'msg_f6eb169858b042427dfd346a13bee813','message.created','{"Content":"Cut off","AuthorName":"Bob","AuthorType":"agent","MessageID":17,"Origin":"inbox"}','ready',0,1795943697872,'JKBFMWSPTITNPDK56YPXXTMU5N',1795943667872,NULL);
CREATE TABLE history (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id    INTEGER NOT NULL,
    conversation_id INTEGER NOT NULL,
    type            TEXT    NOT NULL,
    actor_kind      TEXT    NOT NULL,
    actor_id        INTEGER NOT NULL,
    actor_name      TEXT    NOT NULL,
    detail          TEXT    NOT NULL,
    created_at      INTEGER NOT NULL
) STRICT;
INSERT INTO history VALUES (1,2,1,'message.edited','key',1,'scripts','5',1795943667810);
INSERT INTO history VALUES (2,2,1,'tags.changed','user',3,'Bob','late, gift',1795943667817);
INSERT INTO history VALUES (3,2,1,'conversation.assigned','user',3,'Bob','3',1795943667818);
INSERT INTO history VALUES (4,2,1,'rating.submitted','channel',1,'Shop','4',1795943667818);
INSERT INTO history VALUES (5,2,1,'conversation.resolved','user',3,'Bob','open',1795943667822);
INSERT INTO history VALUES (6,2,1,'conversation.reopened','user',3,'Bob','resolved',1795943667824);
INSERT INTO history VALUES (7,2,2,'conversation.closed','user',3,'Bob','open',1795943667828);
INSERT INTO history VALUES (8,3,6,'rating.submitted','key',2,'scripts','5',1795943667846);
INSERT INTO history VALUES (9,3,6,'conversation.resolved','user',2,'ann@acme.test','open',1795943667847);
INSERT INTO history VALUES (10,2,8,'conversation.assigned','user',3,'Bob','3',1795943667866);
INSERT INTO history VALUES (11,2,8,'rating.submitted','channel',3,'Busy','2',1795943667867);
INSERT INTO history VALUES (12,2,8,'conversation.resolved','user',3,'Bob','open',1795943667869);
INSERT INTO history VALUES (13,4,10,'rating.submitted','channel',7,'Late','3',1795943667894);
CREATE TABLE counter (
    workspace_id INTEGER NOT NULL,
    name         TEXT    NOT NULL,
    n            INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, name)
) STRICT, WITHOUT ROWID;
INSERT INTO counter VALUES (2,'audit',26);
INSERT INTO counter VALUES (2,'contact',8);
INSERT INTO counter VALUES (2,'conversation.closed',1);
INSERT INTO counter VALUES (2,'conversation.open',5);
INSERT INTO counter VALUES (2,'conversation.resolved',2);
INSERT INTO counter VALUES (3,'audit',5);
INSERT INTO counter VALUES (3,'contact',1);
INSERT INTO counter VALUES (3,'conversation.open',0);
INSERT INTO counter VALUES (3,'conversation.resolved',1);
INSERT INTO counter VALUES (4,'audit',9);
INSERT INTO counter VALUES (4,'contact',3);
INSERT INTO counter VALUES (4,'conversation.open',5);
INSERT INTO counter VALUES (5,'audit',3);
INSERT INTO counter VALUES (5,'contact',2);
INSERT INTO counter VALUES (5,'conversation.open',2);
CREATE TABLE server_setting (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO server_setting VALUES ('first_admin','');
INSERT INTO server_setting VALUES ('master_key_check','01ebf6669f37fb71254582eb251468e6c59f509f89e3cdddcee931e3147026b9bf28271f64864e973e');
INSERT INTO server_setting VALUES ('search_file','{"Identity":"NERJVKIBAXRWTIZMN2IZPCVHKN","Version":0}');
CREATE TABLE category (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id INTEGER NOT NULL,
    name         TEXT    NOT NULL,
    name_key     TEXT    NOT NULL,
    color        TEXT    NOT NULL,
    description  TEXT    NOT NULL,
    position     INTEGER NOT NULL
) STRICT;
INSERT INTO category VALUES (1,2,'Orders','orders','teal','What was bought',0);
INSERT INTO category VALUES (2,2,'Billing','billing','slate','',1);
CREATE TABLE field (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id INTEGER NOT NULL,
    key          TEXT    NOT NULL,
    name         TEXT    NOT NULL,
    type         TEXT    NOT NULL,
    category_id  INTEGER,
    required     INTEGER NOT NULL,
    options      TEXT    NOT NULL,
    position     INTEGER NOT NULL
) STRICT;
INSERT INTO field VALUES (1,2,'carrier','Carrier','select',1,1,'["DHL","UPS"]',0);
INSERT INTO field VALUES (2,2,'order','Order','number',NULL,0,'null',1);
INSERT INTO field VALUES (3,2,'vip','VIP','boolean',NULL,0,'null',2);
INSERT INTO field VALUES (4,2,'due','Due','date',NULL,0,'null',3);
INSERT INTO field VALUES (5,2,'note','Note','text',NULL,0,'null',4);
CREATE TABLE field_value (
    workspace_id    INTEGER NOT NULL,
    conversation_id INTEGER NOT NULL,
    field_id        INTEGER NOT NULL,
    value           TEXT    NOT NULL,
    PRIMARY KEY (workspace_id, conversation_id, field_id)
) STRICT, WITHOUT ROWID;
INSERT INTO field_value VALUES (2,1,1,'DHL');
INSERT INTO field_value VALUES (2,1,2,'4711');
INSERT INTO field_value VALUES (2,1,3,'true');
INSERT INTO field_value VALUES (2,1,4,'2026-12-01');
INSERT INTO field_value VALUES (2,1,5,'by default');
INSERT INTO field_value VALUES (2,2,5,'by default');
INSERT INTO field_value VALUES (2,5,5,'by default');
INSERT INTO field_value VALUES (4,10,6,'value of a deleted field');
CREATE TABLE participant (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id    INTEGER NOT NULL,
    conversation_id INTEGER NOT NULL,
    name            TEXT    NOT NULL,
    email           TEXT    NOT NULL,
    external_id     TEXT    NOT NULL,
    role            TEXT    NOT NULL,
    added_at        INTEGER NOT NULL
) STRICT;
INSERT INTO participant VALUES (1,2,1,'Dan','dan@example.com','','cc',1795943667785);
INSERT INTO participant VALUES (2,2,1,'','','p2','observer',1795943667785);
CREATE TABLE rating (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id    INTEGER NOT NULL,
    conversation_id INTEGER NOT NULL,
    rating          INTEGER NOT NULL,
    comment         TEXT    NOT NULL,
    rated_by        TEXT    NOT NULL,
    created_at      INTEGER NOT NULL
, assigned_to INTEGER) STRICT;
INSERT INTO rating VALUES (1,2,1,4,'Fine','zoe@example.com',1795943667818,3);
INSERT INTO rating VALUES (2,3,6,5,'','',1795943667846,NULL);
INSERT INTO rating VALUES (3,2,8,2,'Slow','cust-4',1795943667867,3);
INSERT INTO rating VALUES (4,4,10,3,'','sigismund@example.com',1795943667894,NULL);
CREATE TABLE event_body (
    workspace_id INTEGER NOT NULL,
    event_id     INTEGER NOT NULL,
    request      TEXT    NOT NULL,
    response     TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, event_id)
) STRICT, WITHOUT ROWID;
INSERT INTO event_body VALUES (2,1,'{"messageId":"m1","conversationId":"c1","from":{"externalId":"cust-1","name":"Zoë","email":"zoe@example.com"},"subject":"Where is it?","content":"<p>Where is <b>it</b>?</p>","contentType":"html","categoryId":1,"fields":{"order":4711,"vip":true,"carrier":"DHL","due":"2026-12-01"},"participants":[{"name":"Dan","email":"dan@example.com","role":"cc"},{"externalId":"p2","role":"observer"}],"attachments":[{"url":"https://files.example.com/a.png","filename":"a.png","mimeType":"image/png"}]}','ok',1795943667785);
INSERT INTO event_body VALUES (2,2,'{"messageId":"m2","conversationId":"c1","from":{"externalId":"staff-7","type":"staff"},"content":"I am looking","sentAt":"2026-11-01T10:00:00.000Z"}','ok',1795943667787);
INSERT INTO event_body VALUES (2,3,'{"messageId":"m3","conversationId":"c1","from":{"externalId":"robot","type":"bot","name":"Robot"},"content":"Beep","nonsense":1,"fields":{"due":"never"}}','ok',1795943667788);
INSERT INTO event_body VALUES (2,4,'{"messageId":"m1","conversationId":"c1","from":{"externalId":"cust-1"},"content":"again"}','ok',1795943667789);
INSERT INTO event_body VALUES (2,5,'{"intent":"updateinfo","conversationId":"c1","data":{"name":"Zoë Zimmer","avatarUrl":"https://pictures.example.com/zoe.png","tags":["vip","press"],"priority":"high"}}','ok',1795943667790);
INSERT INTO event_body VALUES (2,6,'{"messageId":"m4"','ok',1795943667791);
INSERT INTO event_body VALUES (2,8,'{"messageId":"m6","conversationId":"c2","from":{"externalId":"cust-2","name":"Yann","email":"yann@example.com"},"content":"An order"}','ok',1795943667792);
INSERT INTO event_body VALUES (2,9,'{"event":"message.created","conversationId":"c1","timestamp":"2026-11-29T09:14:27.804Z","data":{"content":"It is on its way.","authorName":"Bob","messageId":5,"authorType":"agent","origin":"inbox","attachments":[{"url":"http://inbox.test/files/2/1.pdf?expires=1796601600&signature=I_94-hcTnBQ5xNQLyJCmIW-0eTgv-7Wnt4l3u6BjxgI","filename":"bill.pdf","mimeType":"application/pdf"}]}}','{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}',1795943667807);
INSERT INTO event_body VALUES (2,10,'{"event":"message.created","conversationId":"c1","timestamp":"2026-11-29T09:14:27.811Z","data":{"content":"By the API","authorName":"Grace","messageId":7,"authorType":"agent","origin":"api","attachments":[{"url":"https://files.example.com/label.pdf","filename":"label.pdf","mimeType":"application/pdf"}]}}','{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}',1795943667813);
INSERT INTO event_body VALUES (2,11,'{"type":"query.contact.info","requestId":"b3ad8917-be9a-461d-b48e-b995c82b3608","conversationId":"c1","timestamp":"2026-11-29T09:14:27.816Z","contact":{"externalId":"cust-1","email":"zoe@example.com"},"data":{}}','{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}',1795943667816);
INSERT INTO event_body VALUES (2,12,'{"action":"rating.submit","conversationId":"c1","rating":4,"comment":"Fine","ratedBy":"zoe@example.com"}','ok',1795943667818);
INSERT INTO event_body VALUES (2,13,'{"event":"conversation.assigned","conversationId":"c1","timestamp":"2026-11-29T09:14:27.818Z","data":{"assignedTo":3}}','{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}',1795943667820);
INSERT INTO event_body VALUES (2,14,'{"type":"intent.confirm","intent":"conversation.resolve","conversationId":"c1","timestamp":"2026-11-29T09:14:27.820Z","data":{}}','{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}',1795943667821);
INSERT INTO event_body VALUES (2,15,'{"event":"rating.submitted","conversationId":"c1","timestamp":"2026-11-29T09:14:27.818Z","data":{"rating":4,"comment":"Fine","ratedBy":"zoe@example.com"}}','{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}',1795943667822);
INSERT INTO event_body VALUES (2,16,'{"type":"intent.confirm","intent":"conversation.reopen","conversationId":"c1","timestamp":"2026-11-29T09:14:27.823Z","data":{}}','{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}',1795943667823);
INSERT INTO event_body VALUES (2,17,'{"event":"conversation.resolved","conversationId":"c1","timestamp":"2026-11-29T09:14:27.822Z","data":{"status":"resolved","resolvedAt":"2026-11-29T09:14:27.822Z"}}','{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}',1795943667825);
INSERT INTO event_body VALUES (2,18,'{"type":"intent.confirm","intent":"conversation.close","conversationId":"c2","timestamp":"2026-11-29T09:14:27.827Z","data":{}}','{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}',1795943667828);
INSERT INTO event_body VALUES (2,19,'{"event":"rating.requested","conversationId":"c1","timestamp":"2026-11-29T09:14:27.822Z","data":{"reason":"auto"}}','{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}',1795943667829);
INSERT INTO event_body VALUES (2,20,'{"event":"conversation.closed","conversationId":"c2","timestamp":"2026-11-29T09:14:27.828Z","data":{"status":"closed"}}','{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}',1795943667830);
INSERT INTO event_body VALUES (2,21,'{"event":"conversation.reopened","conversationId":"c1","timestamp":"2026-11-29T09:14:27.824Z","data":{"status":"open"}}','{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}',1795943667831);
INSERT INTO event_body VALUES (2,22,'{"messageId":"m7","conversationId":"c3","from":{"externalId":"twin-2","name":"K. Nowak","email":"nowak@example.com"},"content":"From the twin"}','ok',1795943667837);
INSERT INTO event_body VALUES (2,25,'{"messageId":"r1","conversationId":"r1","from":{"externalId":"cust-3"},"content":"x"}','ok',1795943667848);
INSERT INTO event_body VALUES (2,26,'{"event":"message.created","conversationId":"r1","timestamp":"2026-11-29T09:14:27.850Z","data":{"content":"Nobody takes this","authorName":"Bob","messageId":13,"authorType":"agent","origin":"inbox"}}','',1795943667851);
INSERT INTO event_body VALUES (2,27,'{"messageId":"b1","conversationId":"b1","from":{"externalId":"cust-4"},"content":"x"}','ok',1795943667862);
INSERT INTO event_body VALUES (2,28,'{"event":"message.created","conversationId":"b1","timestamp":"2026-11-29T09:14:27.865Z","data":{"content":"First, with all of its data","authorName":"Bob","messageId":15,"authorType":"agent","origin":"inbox","attachments":[{"url":"https://files.example.com/c.pdf","filename":"c.pdf","mimeType":"application/pdf"}]}}','',1795943667867);
INSERT INTO event_body VALUES (2,29,'{"action":"rating.submit","conversationId":"b1","rating":2,"comment":"Slow","ratedBy":"cust-4"}','ok',1795943667867);
INSERT INTO event_body VALUES (2,30,'{"messageId":"h1","conversationId":"h1","from":{"externalId":"cust-5"},"content":"x"}','ok',1795943667870);
INSERT INTO event_body VALUES (2,40,'{"type":"content.resolve","refs":["https://files.example.com/label.pdf"],"conversationId":"c1"}','{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}',1795943667975);
INSERT INTO event_body VALUES (3,23,'{"messageId":"m1","conversationId":"a1","from":{"externalId":"alfa-1","name":"Ole","email":"ole@example.com"},"subject":"In form A","content":"Hello","attachments":[{"url":"https://files.example.com/b.png"}]}','ok',1795943667842);
INSERT INTO event_body VALUES (3,24,'{"conversationId":"a1","content":"Answered"}','{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}',1795943667846);
INSERT INTO event_body VALUES (4,31,'{"messageId":"1","conversationId":"l1","from":{"externalId":"stays","name":"Stays"},"content":"it stays","categoryId":3,"fields":{"deleted":"value of a deleted field"}}','ok',1795943667887);
INSERT INTO event_body VALUES (4,32,'{"messageId":"2","conversationId":"l2","from":{"externalId":"deleted","name":"Deleted conversation"},"content":"of a deleted conversation"}','ok',1795943667889);
INSERT INTO event_body VALUES (4,34,'{"messageId":"4","conversationId":"l4","from":{"externalId":"erased-2","name":"Sigismund Erasmus","email":"sigismund@example.com"},"content":"of another erased person"}','ok',1795943667891);
INSERT INTO event_body VALUES (4,35,'{"messageId":"5","conversationId":"l5","from":{"externalId":"merged","name":"Merged"},"content":"of the merged contact"}','ok',1795943667892);
INSERT INTO event_body VALUES (4,36,'{"messageId":"6","conversationId":"l6","from":{"externalId":"surviving","name":"Surviving"},"content":"of the surviving contact"}','ok',1795943667893);
INSERT INTO event_body VALUES (4,37,'{"action":"rating.submit","conversationId":"l1","rating":3,"ratedBy":"sigismund@example.com"}','ok',1795943667894);
INSERT INTO event_body VALUES (5,38,'{"messageId":"1","conversationId":"u1","from":{"externalId":"unmerged","name":"Unmerged"},"content":"of the one"}','ok',1795943667918);
INSERT INTO event_body VALUES (5,39,'{"messageId":"2","conversationId":"u2","from":{"externalId":"kept","name":"Kept"},"content":"of the other"}','ok',1795943667919);
CREATE TABLE session (
    hash         TEXT    NOT NULL PRIMARY KEY,
    id           TEXT    NOT NULL,
    user_id      INTEGER NOT NULL,
    created_at   INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    ip           TEXT    NOT NULL,
    user_agent   TEXT    NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO session VALUES ('101670f93e44748b21dd1faf1413fd2d0b33e0b838ec1ae6796baabfb9eac215','89c675e752b83fb203526c1e',1,1795943667722,1795943667722,'127.0.0.1','Go-http-client/1.1');
INSERT INTO session VALUES ('487274a90c1994e6214bc178163fa85c4b2da9f2e3613620ea187d655fc13e9e','8b28467a1a68b80c02c04e02',3,1795943667749,1795943667749,'127.0.0.1','Go-http-client/1.1');
INSERT INTO session VALUES ('bb002cb795794332891dbe20ef9ad2378cda303c76723d0bdf341081a39d60f1','99ae803bee22d88ca05c26dc',2,1795943667697,1795943667697,'127.0.0.1','Go-http-client/1.1');
CREATE TABLE audit (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id INTEGER NOT NULL,
    actor_kind   TEXT    NOT NULL,
    actor_id     INTEGER NOT NULL,
    actor_name   TEXT    NOT NULL,
    action       TEXT    NOT NULL,
    target       TEXT    NOT NULL,
    ip           TEXT    NOT NULL,
    created_at   INTEGER NOT NULL
) STRICT;
INSERT INTO audit VALUES (1,3,'system',0,'operator','workspace.update','workspace/3','',1795943667645);
INSERT INTO audit VALUES (2,2,'system',0,'operator','key.create','key/1','',1795943667661);
INSERT INTO audit VALUES (3,3,'system',0,'operator','key.create','key/2','',1795943667676);
INSERT INTO audit VALUES (4,2,'user',2,'ann@acme.test','workspace.update','workspace/2','127.0.0.1',1795943667724);
INSERT INTO audit VALUES (5,2,'user',2,'ann@acme.test','member.add','member/3','127.0.0.1',1795943667731);
INSERT INTO audit VALUES (6,2,'user',2,'ann@acme.test','member.add','member/4','127.0.0.1',1795943667732);
INSERT INTO audit VALUES (7,3,'user',2,'ann@acme.test','member.add','member/3','127.0.0.1',1795943667734);
INSERT INTO audit VALUES (8,2,'user',2,'ann@acme.test','key.create','key/3','127.0.0.1',1795943667765);
INSERT INTO audit VALUES (9,2,'user',2,'ann@acme.test','key.revoke','key/3','127.0.0.1',1795943667767);
INSERT INTO audit VALUES (10,2,'user',2,'ann@acme.test','secret.create','secret/crm.token','127.0.0.1',1795943667769);
INSERT INTO audit VALUES (11,2,'user',2,'ann@acme.test','category.create','category/1','127.0.0.1',1795943667770);
INSERT INTO audit VALUES (12,2,'user',2,'ann@acme.test','category.create','category/2','127.0.0.1',1795943667771);
INSERT INTO audit VALUES (13,2,'user',2,'ann@acme.test','field.create','field/1','127.0.0.1',1795943667772);
INSERT INTO audit VALUES (14,2,'user',2,'ann@acme.test','field.create','field/2','127.0.0.1',1795943667773);
INSERT INTO audit VALUES (15,2,'user',2,'ann@acme.test','field.create','field/3','127.0.0.1',1795943667774);
INSERT INTO audit VALUES (16,2,'user',2,'ann@acme.test','field.create','field/4','127.0.0.1',1795943667774);
INSERT INTO audit VALUES (17,2,'user',2,'ann@acme.test','field.create','field/5','127.0.0.1',1795943667775);
INSERT INTO audit VALUES (18,2,'user',2,'ann@acme.test','channel.create','channel/1','127.0.0.1',1795943667776);
INSERT INTO audit VALUES (19,2,'user',2,'ann@acme.test','channel.signing_secret.create','channel/1','127.0.0.1',1795943667778);
INSERT INTO audit VALUES (20,2,'user',2,'ann@acme.test','channel.signing_secret.create','channel/1','127.0.0.1',1795943667779);
INSERT INTO audit VALUES (21,2,'user',2,'ann@acme.test','channel.create','channel/2','127.0.0.1',1795943667779);
INSERT INTO audit VALUES (22,2,'user',2,'ann@acme.test','channel.create','channel/3','127.0.0.1',1795943667780);
INSERT INTO audit VALUES (23,2,'user',2,'ann@acme.test','channel.create','channel/4','127.0.0.1',1795943667781);
INSERT INTO audit VALUES (24,2,'user',2,'ann@acme.test','channel.create','channel/5','127.0.0.1',1795943667782);
INSERT INTO audit VALUES (25,3,'user',2,'ann@acme.test','channel.create','channel/6','127.0.0.1',1795943667783);
INSERT INTO audit VALUES (26,2,'user',2,'ann@acme.test','staff_link.create','staff_link/1','127.0.0.1',1795943667784);
INSERT INTO audit VALUES (27,2,'key',1,'scripts','import.conversations','channel/1','127.0.0.1',1795943667834);
INSERT INTO audit VALUES (28,2,'key',1,'scripts','import.messages','channel/1','127.0.0.1',1795943667835);
INSERT INTO audit VALUES (29,2,'user',3,'Bob','contact.block','contact/3','127.0.0.1',1795943667835);
INSERT INTO audit VALUES (30,2,'user',3,'Bob','contact.merge','contact/6/into/5','127.0.0.1',1795943667841);
INSERT INTO audit VALUES (31,4,'user',2,'ann@acme.test','channel.create','channel/7','127.0.0.1',1795943667884);
INSERT INTO audit VALUES (32,4,'user',2,'ann@acme.test','category.create','category/3','127.0.0.1',1795943667886);
INSERT INTO audit VALUES (33,4,'user',2,'ann@acme.test','field.create','field/6','127.0.0.1',1795943667886);
INSERT INTO audit VALUES (34,5,'user',2,'ann@acme.test','channel.create','channel/8','127.0.0.1',1795943667917);
INSERT INTO audit VALUES (35,5,'user',2,'ann@acme.test','contact.merge','contact/17/into/18','127.0.0.1',1795943667922);
INSERT INTO audit VALUES (36,4,'user',2,'ann@acme.test','contact.erase','contact/13','127.0.0.1',1795943667931);
INSERT INTO audit VALUES (37,4,'user',2,'ann@acme.test','contact.erase','contact/14','127.0.0.1',1795943667939);
INSERT INTO audit VALUES (38,4,'user',2,'ann@acme.test','conversation.delete','conversation/11','127.0.0.1',1795943667947);
INSERT INTO audit VALUES (39,4,'user',2,'ann@acme.test','category.delete','category/3','127.0.0.1',1795943667951);
INSERT INTO audit VALUES (40,4,'user',2,'ann@acme.test','field.delete','field/6','127.0.0.1',1795943667953);
INSERT INTO audit VALUES (41,4,'user',2,'ann@acme.test','contact.merge','contact/15/into/16','127.0.0.1',1795943667955);
INSERT INTO audit VALUES (42,5,'user',2,'ann@acme.test','contact.unmerge','contact/17/from/18','127.0.0.1',1795943667957);
INSERT INTO audit VALUES (43,3,'user',2,'ann@acme.test','workspace.export','workspace/3','127.0.0.1',1795943667981);
CREATE TABLE content_url (
    workspace_id    INTEGER NOT NULL,
    conversation_id INTEGER NOT NULL,
    ref             TEXT    NOT NULL,
    url             TEXT    NOT NULL,
    expires_at      INTEGER,
    PRIMARY KEY (workspace_id, conversation_id, ref)
) STRICT, WITHOUT ROWID;
INSERT INTO content_url VALUES (2,1,'https://files.example.com/a.png','https://cdn.example.com/fresh.png',4070908800000);
CREATE TABLE back_request (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id INTEGER NOT NULL,
    contact_id   INTEGER NOT NULL,
    type         TEXT    NOT NULL,
    created_at   INTEGER NOT NULL
, open_until INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE ai_setting (
    workspace_id   INTEGER NOT NULL PRIMARY KEY,
    enabled        INTEGER NOT NULL,
    base_url       TEXT    NOT NULL,
    model          TEXT    NOT NULL,
    api_key        BLOB, -- sealed
    auto_rename    INTEGER NOT NULL,
    auto_summarize INTEGER NOT NULL
) STRICT;
INSERT INTO ai_setting VALUES (2,0,'https://ai.example.com/v1','m-1',X'01EBF6669F37FB7125B0434F4541AE02CE21A7B7F0CDD1A0E48F80816689AC7AD8FBA9B93127065727E1',1,1);
CREATE TABLE saved_reply (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id INTEGER NOT NULL,
    title        TEXT    NOT NULL,
    content      TEXT    NOT NULL,
    shortcut     TEXT    NOT NULL,
    shortcut_key TEXT
) STRICT;
INSERT INTO saved_reply VALUES (1,2,'On its way','It is on **its** way.','Way','way');
INSERT INTO saved_reply VALUES (2,3,'Hello','Hello there','',NULL);
CREATE TABLE message_version (
    workspace_id INTEGER NOT NULL,
    message_id   INTEGER NOT NULL,
    number       INTEGER NOT NULL,
    content      TEXT    NOT NULL,
    reason       TEXT    NOT NULL,
    actor_kind   TEXT    NOT NULL,
    actor_id     INTEGER NOT NULL,
    actor_name   TEXT    NOT NULL,
    replaced_at  INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, message_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO message_version VALUES (2,5,1,'It is on its way.','emphasis','key',1,'scripts',1795943667810);
CREATE TABLE idempotency (
    workspace_id INTEGER NOT NULL,
    key          TEXT    NOT NULL,
    body         TEXT    NOT NULL,
    run          TEXT    NOT NULL,
    status       INTEGER NOT NULL,
    answer       TEXT    NOT NULL,
    expires_at   INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, key)
) STRICT, WITHOUT ROWID;
INSERT INTO idempotency VALUES (2,'2751bf5348e536871c8e9361a22cc3d4321e6005ebb8caf6a14a99d191b3b4e4','2c14c17242fa81349b976c418b453119fc5c0af7694c15c51567fdfe65e99e97','6d7781cbfee09ae2928f34d06ac5784f',201,'{"data":{"id":7,"conversationId":1,"authorType":"agent","authorName":"Grace","content":"By the API","contentType":"text","ai":false,"createdAt":"2026-11-29T09:14:27.811Z","externalId":null,"editedAt":null,"editCount":0,"readAt":null,"attachment":{"url":"https://files.example.com/label.pdf","filename":"label.pdf","mimeType":"application/pdf"},"attachments":[{"url":"https://files.example.com/label.pdf","filename":"label.pdf","mimeType":"application/pdf"}]}}',1796030067811);
INSERT INTO idempotency VALUES (3,'daf136d2fd0cc767d9e078a6d31abfb6d1c873a14235fff8af006c92657f721d','956e2c1b75e6968cd5e5b6688b438c3bcfc6843571a90e7f73212405a572413d','f90667927f2c0d03e69fa182a6224a6a',201,'{"data":{"id":"11","conversationId":"6","role":"agent","content":"Answered","contentType":"text","sentAt":"2026-11-29T09:14:27.844Z","attachment":null,"attachments":[],"externalId":null}}',1796030067844);
CREATE TABLE secret (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id INTEGER NOT NULL,
    key          TEXT    NOT NULL,
    name         TEXT    NOT NULL,
    description  TEXT    NOT NULL,
    value        BLOB    NOT NULL,
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL
) STRICT;
INSERT INTO secret VALUES (1,2,'crm.token','CRM','Of the CRM',X'01EBF6669F37FB712520C6A8A786FB30B6F3997D3CC0365AFECC7AE73F93490D45232A030F34536817EA749118',1795943667769,1795943667769);
CREATE TABLE staff_link (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id  INTEGER NOT NULL,
    channel_id    INTEGER NOT NULL,
    external_id   TEXT    NOT NULL,
    user_id       INTEGER NOT NULL,
    platform_name TEXT    NOT NULL,
    display_name  TEXT    NOT NULL
) STRICT;
INSERT INTO staff_link VALUES (1,2,1,'staff-7',3,'Shop','Bobby');
CREATE TABLE removal (
    workspace_id INTEGER NOT NULL,
    kind         TEXT    NOT NULL,
    target_id    INTEGER NOT NULL, detail TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (workspace_id, kind, target_id)
) STRICT, WITHOUT ROWID;
INSERT INTO removal VALUES (4,'category',3,'');
INSERT INTO removal VALUES (4,'contact',14,'{"Contacts":[14],"Markers":{"Emails":["sigismund@example.com"],"Values":["Sigismund Erasmus","erased-2"]},"Stage":2,"After":"","Now":0,"Trace":{"Channel":0,"ExternalID":"","SentAt":1795943667891,"Message":21,"Emptied":false,"Event":0,"Until":0},"Rename":""}');
INSERT INTO removal VALUES (4,'conversation',11,'{"Channel":7,"ExternalID":"l2","SentAt":-1,"Message":0,"Emptied":false,"Event":0,"Until":32}');
INSERT INTO removal VALUES (4,'field',6,'');
INSERT INTO removal VALUES (4,'merge',15,'');
INSERT INTO removal VALUES (4,'scrub',13,'');
INSERT INTO removal VALUES (5,'unmerge',17,'18');
CREATE TABLE file (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id INTEGER NOT NULL,
    name         TEXT    NOT NULL,
    mime_type    TEXT    NOT NULL,
    size         INTEGER NOT NULL,
    blob         TEXT    NOT NULL,
    user_id      INTEGER NOT NULL,
    created_at   INTEGER NOT NULL
, unused_since INTEGER) STRICT;
INSERT INTO file VALUES (1,2,'bill.pdf','application/pdf',13,'fff9f8745a68b5d78f08c0b2a66ae84d',3,1795943667800,NULL);
INSERT INTO file VALUES (2,4,'gone.txt','text/plain',25,'ad300318e9328083d8e18c50c00101e2',2,1795943667911,NULL);
CREATE TABLE change (
    workspace_id    INTEGER NOT NULL,
    seq             INTEGER NOT NULL,
    kind            TEXT NOT NULL,
    conversation_id INTEGER NOT NULL,
    message_id      INTEGER NOT NULL,
    at              INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO change VALUES (2,2,'both',1,1,1795943667786);
INSERT INTO change VALUES (2,4,'both',1,2,1795943667788);
INSERT INTO change VALUES (2,6,'both',1,3,1795943667789);
INSERT INTO change VALUES (2,7,'conversation',1,0,1795943667790);
INSERT INTO change VALUES (2,9,'both',2,4,1795943667792);
INSERT INTO change VALUES (2,11,'both',1,5,1795943667805);
INSERT INTO change VALUES (2,13,'both',1,6,1795943667806);
INSERT INTO change VALUES (2,15,'both',1,5,1795943667810);
INSERT INTO change VALUES (2,17,'both',1,7,1795943667811);
INSERT INTO change VALUES (2,18,'message',1,5,1795943667813);
INSERT INTO change VALUES (2,19,'message',1,1,1795943667815);
INSERT INTO change VALUES (2,20,'conversation',1,0,1795943667817);
INSERT INTO change VALUES (2,21,'conversation',1,0,1795943667818);
INSERT INTO change VALUES (2,22,'conversation',1,0,1795943667819);
INSERT INTO change VALUES (2,23,'conversation',1,0,1795943667822);
INSERT INTO change VALUES (2,24,'conversation',1,0,1795943667824);
INSERT INTO change VALUES (2,25,'conversation',2,0,1795943667829);
INSERT INTO change VALUES (2,26,'conversation',3,0,1795943667833);
INSERT INTO change VALUES (2,27,'reset',0,0,1795943667834);
INSERT INTO change VALUES (2,28,'reset',0,0,1795943667835);
INSERT INTO change VALUES (2,29,'conversation',3,0,1795943667835);
INSERT INTO change VALUES (2,31,'both',5,9,1795943667838);
INSERT INTO change VALUES (2,32,'conversation',5,0,1795943667839);
INSERT INTO change VALUES (2,33,'reset',0,0,1795943667841);
INSERT INTO change VALUES (2,35,'both',7,12,1795943667848);
INSERT INTO change VALUES (2,37,'both',7,13,1795943667850);
INSERT INTO change VALUES (2,39,'both',8,14,1795943667863);
INSERT INTO change VALUES (2,41,'both',8,15,1795943667865);
INSERT INTO change VALUES (2,42,'conversation',8,0,1795943667866);
INSERT INTO change VALUES (2,43,'conversation',8,0,1795943667868);
INSERT INTO change VALUES (2,44,'conversation',8,0,1795943667869);
INSERT INTO change VALUES (2,46,'both',9,16,1795943667870);
INSERT INTO change VALUES (2,48,'both',9,17,1795943667872);
INSERT INTO change VALUES (3,2,'both',6,10,1795943667842);
INSERT INTO change VALUES (3,4,'both',6,11,1795943667844);
INSERT INTO change VALUES (3,5,'conversation',6,0,1795943667846);
INSERT INTO change VALUES (3,6,'conversation',6,0,1795943667847);
INSERT INTO change VALUES (4,2,'both',10,18,1795943667887);
INSERT INTO change VALUES (4,4,'both',11,19,1795943667889);
INSERT INTO change VALUES (4,6,'both',12,20,1795943667890);
INSERT INTO change VALUES (4,8,'both',13,21,1795943667891);
INSERT INTO change VALUES (4,10,'both',14,22,1795943667892);
INSERT INTO change VALUES (4,12,'both',15,23,1795943667893);
INSERT INTO change VALUES (4,13,'conversation',10,0,1795943667894);
INSERT INTO change VALUES (4,15,'both',11,24,1795943667916);
INSERT INTO change VALUES (4,16,'reset',0,0,1795943667931);
INSERT INTO change VALUES (4,17,'reset',0,0,1795943667935);
INSERT INTO change VALUES (4,18,'reset',0,0,1795943667939);
INSERT INTO change VALUES (4,19,'reset',0,0,1795943667947);
INSERT INTO change VALUES (5,2,'both',16,25,1795943667918);
INSERT INTO change VALUES (5,4,'both',17,26,1795943667919);
INSERT INTO change VALUES (5,5,'reset',0,0,1795943667922);
CREATE TABLE agent_read (
    workspace_id    INTEGER NOT NULL,
    conversation_id INTEGER NOT NULL,
    user_id         INTEGER NOT NULL,
    read_at         INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, conversation_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO agent_read VALUES (2,1,3,1795943667814);
CREATE TABLE report_count (
    workspace_id INTEGER NOT NULL,
    day          INTEGER NOT NULL,
    measure      TEXT    NOT NULL,
    part         INTEGER NOT NULL,
    channel_id   INTEGER NOT NULL,
    user_id      INTEGER NOT NULL,
    n            INTEGER NOT NULL,
    total        INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, day, measure, part, channel_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO report_count VALUES (2,20786,'closed',0,1,0,1,0);
INSERT INTO report_count VALUES (2,20786,'message.in',0,1,0,3,0);
INSERT INTO report_count VALUES (2,20786,'message.in',0,3,0,1,0);
INSERT INTO report_count VALUES (2,20786,'message.in',0,4,0,1,0);
INSERT INTO report_count VALUES (2,20786,'message.in',0,5,0,1,0);
INSERT INTO report_count VALUES (2,20786,'message.out',0,1,0,4,0);
INSERT INTO report_count VALUES (2,20786,'message.out',0,3,0,1,0);
INSERT INTO report_count VALUES (2,20786,'message.out',0,4,0,1,0);
INSERT INTO report_count VALUES (2,20786,'message.out',0,5,0,1,0);
INSERT INTO report_count VALUES (2,20786,'opened',0,1,0,4,0);
INSERT INTO report_count VALUES (2,20786,'opened',0,3,0,1,0);
INSERT INTO report_count VALUES (2,20786,'opened',0,4,0,1,0);
INSERT INTO report_count VALUES (2,20786,'opened',0,5,0,1,0);
INSERT INTO report_count VALUES (2,20786,'rating',2,3,3,1,0);
INSERT INTO report_count VALUES (2,20786,'rating',4,1,3,1,0);
INSERT INTO report_count VALUES (2,20786,'reopened',0,1,3,1,0);
INSERT INTO report_count VALUES (2,20786,'resolution',5,1,0,1,36);
INSERT INTO report_count VALUES (2,20786,'resolution',5,1,3,1,37);
INSERT INTO report_count VALUES (2,20786,'resolution',5,3,3,1,7);
INSERT INTO report_count VALUES (2,20786,'resolved',0,1,3,1,0);
INSERT INTO report_count VALUES (2,20786,'resolved',0,3,3,1,0);
INSERT INTO report_count VALUES (2,20786,'response',5,1,0,1,2);
INSERT INTO report_count VALUES (2,20786,'response',5,3,0,1,3);
INSERT INTO report_count VALUES (2,20786,'response',5,4,0,1,2);
INSERT INTO report_count VALUES (2,20786,'response',5,5,0,1,2);
INSERT INTO report_count VALUES (3,20786,'message.in',0,6,0,1,0);
INSERT INTO report_count VALUES (3,20786,'message.out',0,6,0,1,0);
INSERT INTO report_count VALUES (3,20786,'opened',0,6,0,1,0);
INSERT INTO report_count VALUES (3,20786,'rating',5,6,0,1,0);
INSERT INTO report_count VALUES (3,20786,'resolution',5,6,0,1,5);
INSERT INTO report_count VALUES (3,20786,'resolved',0,6,0,1,0);
INSERT INTO report_count VALUES (3,20786,'response',5,6,0,1,2);
INSERT INTO report_count VALUES (4,20786,'message.in',0,7,0,6,0);
INSERT INTO report_count VALUES (4,20786,'message.out',0,7,0,1,0);
INSERT INTO report_count VALUES (4,20786,'opened',0,7,0,6,0);
INSERT INTO report_count VALUES (4,20786,'rating',3,7,0,1,0);
INSERT INTO report_count VALUES (4,20786,'response',5,7,0,1,27);
INSERT INTO report_count VALUES (5,20786,'message.in',0,8,0,2,0);
INSERT INTO report_count VALUES (5,20786,'opened',0,8,0,2,0);
CREATE TABLE contact_merge (
    workspace_id INTEGER NOT NULL,
    contact_id   INTEGER NOT NULL,
    undo         TEXT    NOT NULL,
    merged_at    INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, contact_id)
) STRICT, WITHOUT ROWID;
INSERT INTO contact_merge VALUES (2,6,'{"Merged":{"ExternalID":"twin-2","Name":"K. Nowak","Email":"nowak@example.com"},"Before":{"ExternalID":"twin-1","Name":"Kim","Email":"kim@example.com"},"After":{"ExternalID":"twin-1","Name":"Kim","Email":"kim@example.com"},"Tags":["twin"]}',1795943667841);
INSERT INTO contact_merge VALUES (4,15,'{"Merged":{"ExternalID":"merged","Name":"Merged"},"Before":{"ExternalID":"surviving","Name":"Surviving"},"After":{"ExternalID":"surviving","Name":"Surviving"},"Tags":null}',1795943667954);
CREATE TABLE contact_move (
    workspace_id    INTEGER NOT NULL,
    contact_id      INTEGER NOT NULL,
    conversation_id INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, contact_id, conversation_id)
) STRICT, WITHOUT ROWID;
INSERT INTO contact_move VALUES (2,6,5);
INSERT INTO contact_move VALUES (5,17,16);
CREATE TABLE contact_visit (
    workspace_id    INTEGER NOT NULL,
    contact_id      INTEGER NOT NULL,
    conversation_id INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, contact_id, conversation_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE discard (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id INTEGER NOT NULL,
    kind         TEXT    NOT NULL,
    name         TEXT    NOT NULL
) STRICT;
CREATE TABLE file_use (
    workspace_id INTEGER NOT NULL,
    file_id      INTEGER NOT NULL,
    message_id   INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, file_id, message_id)
) STRICT, WITHOUT ROWID;
INSERT INTO file_use VALUES (2,1,5);
INSERT INTO file_use VALUES (4,2,24);
CREATE TABLE search_dirty (
    workspace_id INTEGER NOT NULL,
    kind         TEXT    NOT NULL,
    target_id    INTEGER NOT NULL,
    after_id     INTEGER NOT NULL,
    id           INTEGER PRIMARY KEY AUTOINCREMENT
) STRICT;
INSERT INTO search_dirty VALUES (2,'contact',1,0,1);
INSERT INTO search_dirty VALUES (2,'message',5,0,2);
INSERT INTO search_dirty VALUES (2,'contact',6,0,3);
INSERT INTO search_dirty VALUES (2,'contact',5,0,4);
INSERT INTO search_dirty VALUES (2,'head',5,0,5);
INSERT INTO search_dirty VALUES (5,'head',16,0,8);
INSERT INTO search_dirty VALUES (4,'conversation',12,0,9);
INSERT INTO search_dirty VALUES (4,'conversation',11,0,10);
INSERT INTO search_dirty VALUES (4,'contact',15,0,11);
INSERT INTO search_dirty VALUES (4,'contact',16,0,12);
INSERT INTO search_dirty VALUES (5,'contact',18,0,13);
INSERT INTO search_dirty VALUES (5,'contact',17,0,14);
CREATE UNIQUE INDEX goose_once ON goose_db_version (version_id);
CREATE UNIQUE INDEX workspace_slug ON workspace (slug);
CREATE UNIQUE INDEX person_email ON person (email_key);
CREATE INDEX member_user ON member (user_id);
CREATE UNIQUE INDEX api_key_hash ON api_key (hash);
CREATE INDEX api_key_list ON api_key (workspace_id, id);
CREATE INDEX channel_list ON channel (workspace_id, id);
CREATE UNIQUE INDEX contact_external_id ON contact (workspace_id, external_id) WHERE external_id IS NOT NULL;
CREATE UNIQUE INDEX contact_email ON contact (workspace_id, email_key) WHERE email_key IS NOT NULL;
CREATE INDEX contact_list ON contact (workspace_id, id);
CREATE UNIQUE INDEX conversation_external_id ON conversation (workspace_id, external_id, channel_id) WHERE external_id IS NOT NULL;
CREATE INDEX conversation_assignee ON conversation (workspace_id, assigned_to, updated_at, id) WHERE assigned_to IS NOT NULL;
CREATE INDEX conversation_contact ON conversation (workspace_id, contact_id, id) WHERE contact_id IS NOT NULL;
CREATE INDEX conversation_channel ON conversation (workspace_id, channel_id, id);
CREATE INDEX message_thread ON message (workspace_id, conversation_id, sent_at, id, kind);
CREATE INDEX event_log_channel ON event_log (workspace_id, channel_id, id);
CREATE INDEX delivery_pending ON delivery (workspace_id, conversation_id, id) WHERE state IN ('ready', 'waiting');
CREATE INDEX history_conversation ON history (workspace_id, conversation_id, id);
CREATE INDEX channel_ping ON channel (next_ping_at) WHERE next_ping_at IS NOT NULL;
CREATE UNIQUE INDEX category_name ON category (workspace_id, name_key);
CREATE UNIQUE INDEX field_key ON field (workspace_id, key);
CREATE INDEX field_value_field ON field_value (workspace_id, field_id);
CREATE INDEX participant_conversation ON participant (workspace_id, conversation_id, id);
CREATE UNIQUE INDEX rating_conversation ON rating (workspace_id, conversation_id);
CREATE INDEX delivery_due ON delivery (workspace_id, channel_id, due_at, id) WHERE state IN ('ready', 'resend');
CREATE INDEX delivery_ended ON delivery (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX delivery_failed ON delivery (workspace_id, channel_id, ended_at, id) WHERE state = 'failed';
CREATE INDEX event_body_age ON event_body (created_at);
CREATE INDEX event_log_conversation ON event_log (workspace_id, channel_id, conversation_id, id) WHERE conversation_id <> '';
CREATE INDEX session_person ON session (user_id);
CREATE INDEX audit_list ON audit (workspace_id, id);
CREATE INDEX back_request_contact ON back_request (workspace_id, contact_id, type, created_at);
CREATE INDEX saved_reply_list ON saved_reply (workspace_id, id);
CREATE UNIQUE INDEX saved_reply_shortcut ON saved_reply (workspace_id, shortcut_key) WHERE shortcut_key IS NOT NULL;
CREATE INDEX message_unread ON message (workspace_id, conversation_id) WHERE ((read_at IS NULL) AND (author_type <> 'customer'));
CREATE INDEX idempotency_age ON idempotency (expires_at);
CREATE UNIQUE INDEX secret_key ON secret (workspace_id, key);
CREATE UNIQUE INDEX staff_link_external_id ON staff_link (workspace_id, channel_id, external_id);
CREATE INDEX conversation_category ON conversation (workspace_id, category_id, updated_at, id) WHERE category_id IS NOT NULL;
CREATE INDEX file_list ON file (workspace_id, id);
CREATE INDEX contact_merged ON contact (workspace_id, merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX file_unused ON file (unused_since) WHERE unused_since IS NOT NULL;
CREATE UNIQUE INDEX search_dirty_target ON search_dirty (workspace_id, kind, target_id);
CREATE INDEX conversation_view ON conversation
    (workspace_id, status, (CASE WHEN assigned_to IS NULL THEN 1 ELSE 0 END), updated_at, id, assigned_to);
COMMIT;

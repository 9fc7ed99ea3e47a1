package io.sardonyx.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Lease;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Contract tests for names of logs, documents and leases: names are plain text, and no character has a meaning to the
 * store.
 */
public abstract class NamesContract extends StoreContract {

    /**
     * Names that a careless store would confuse: path separators, escapes, case, Unicode, reserved words. All differ.
     */
    static final List<String> HOSTILE = List.of(
            "../x",
            "../../x",
            "x",
            "X",
            "a/b",
            "a",
            "a/",
            "/a",
            "/",
            ".",
            "..",
            "...",
            "%2e%2e",
            "%2F",
            "a%2fb",
            "a b",
            " ",
            "a\\b",
            "a:b",
            "a*?b",
            "a~b",
            "nul\u0000nul",
            "line\nline",
            "zookeeper",
            "CON",
            "\u00fc\u4e16\u754c",
            "\ud83d\ude80",
            "e\u0301",
            "\u00e9",
            "n".repeat(200),
            "n".repeat(199) + "/",
            "\u4e16".repeat(200),
            "\u4e16".repeat(199));

    private final LogReader reader = new LogReader(this);

    @Test
    void documentsOfAllNamesAreTheirOwn() {
        for (String name : HOSTILE) {
            assertTrue(
                    answer(here().documents().write(name, bytes("of " + name), Documents.ABSENT))
                            .isPresent(),
                    name);
        }
        List<Document> read = answer(there().documents().read(HOSTILE));
        assertEquals(HOSTILE.size(), read.size());
        read.forEach(it -> assertEquals("of " + it.name(), text(it.body())));
        eventually("all names were seen", () -> names("").equals(new TreeSet<>(HOSTILE)));
        eventually("names of dots were seen", () -> names(".").equals(Set.of("../x", "../../x", ".", "..", "...")));
        eventually("names of one script were seen", () -> names("\u4e16").size() == 2);
        for (Document document : read) {
            assertTrue(answer(here().documents().delete(document.name(), document.version())), document.name());
        }
        assertEquals(List.of(), answer(there().documents().read(HOSTILE)));
    }

    @Test
    void logsOfAllNamesAreTheirOwn() {
        for (String name : HOSTILE) {
            assertEquals(0, answer(here().log(name).append(List.of(bytes("of " + name)))), name);
        }
        for (String name : HOSTILE) {
            assertEquals(List.of("of " + name), reader.texts(there().log(name), 0));
        }
    }

    @Test
    void leasesOfAllNamesAreTheirOwn() {
        for (String name : HOSTILE) {
            assertTrue(answer(here().leases().claim(name, "holder of " + name)).isPresent(), name);
        }
        for (String name : HOSTILE) {
            assertTrue(answer(there().leases().isHeld(name)), name);
            assertTrue(answer(there().leases().claim(name, "other")).isEmpty(), name);
        }
    }

    @Test
    void oneNameMayBeThatOfALogADocumentAndALease() {
        Lease lease = answer(here().leases().claim("n", "h")).orElseThrow();
        assertEquals(0, answer(here().log("n").append(List.of(bytes("entry")))));
        assertTrue(answer(here().documents().write("n", bytes("body"), Documents.ABSENT))
                .isPresent());
        assertEquals(Set.of("n"), names("n"));
        lease.close();
        eventually("the name was free", () -> !answer(there().leases().isHeld("n")));
        assertEquals(List.of("entry"), reader.texts(there().log("n"), 0));
    }

    @Test
    void theEmptyNameIsRefused() {
        assertRefused(() -> here().documents().write("", bytes("x"), Documents.ABSENT));
        assertRefused(() -> here().documents().delete("", 0));
        assertRefused(() -> here().leases().claim("", "h"));
        assertRefused(() -> here().log("").append(List.of(bytes("x"))));
        assertFalse(names("").contains(""));
    }

    private Set<String> names(String prefix) {
        return new TreeSet<>(answer(there().documents().names(prefix)));
    }
}

package io.sardonyx.value;

/** Id of a process that reads and writes the log: a group of virtual peers, or a client under a name of its own. */
public final class GroupId extends Id<GroupId> {

    private GroupId(String text) {
        super(text);
    }

    public static GroupId of(String text) {
        return new GroupId(text);
    }
}

package io.sardonyx.group;

import io.sardonyx.duty.Work;
import io.sardonyx.entry.ReplicaHash;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.report.MemberTurn;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** View of a group after a turn, for observers. */
record GroupTurn(PeerGroup group) implements MemberTurn {

    @Override
    public GroupId id() {
        return group.id();
    }

    @Override
    public long position() {
        return group.position();
    }

    @Override
    public boolean isMember() {
        return group.replica().ring().isMember(group.id());
    }

    @Override
    public boolean isSettled() {
        return group.isSettled();
    }

    @Override
    public List<Assignment> work() {
        return group.duties().work().stream().map(Work::assignment).toList();
    }

    @Override
    public List<GroupId> watches() {
        return List.copyOf(group.duties().watches());
    }

    @Override
    public @Nullable String formerEnd() {
        return group.formerEnd();
    }

    @Override
    public String replicaHash() {
        return ReplicaHash.of(new ReplicaView(group.replica(), group.position()));
    }
}

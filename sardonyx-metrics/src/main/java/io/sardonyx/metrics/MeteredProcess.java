package io.sardonyx.metrics;

import io.sardonyx.Cluster;
import io.sardonyx.Member;
import io.sardonyx.port.Lease;
import io.sardonyx.report.LinkState;
import io.sardonyx.report.MemberState;
import io.sardonyx.report.TaskReport;
import io.sardonyx.value.JobId;
import java.util.List;
import java.util.Map;

/** The source of metrics: a process with its groups, one of a member or several of a local cluster. */
interface MeteredProcess {

    List<MemberState> groups();

    Map<JobId, List<TaskReport>> reports();

    List<LinkState> links();

    long refusals();

    /** The number of groups whose session is in this state. */
    default double sessions(Lease.Standing standing) {
        return groups().stream().filter(group -> group.session() == standing).count();
    }

    /** The log position that all groups have read, or -1. */
    default double position() {
        return groups().stream().mapToLong(MemberState::position).min().orElse(-1);
    }

    /** The number of commands that are queued for the log or in flight. */
    default double unsaid() {
        return groups().stream().mapToInt(MemberState::unsaid).sum();
    }

    /** The number of ring members, by the group that has read the least. */
    default double members() {
        return groups().stream().mapToInt(MemberState::members).min().orElse(0);
    }

    static MeteredProcess of(Member member) {
        return new MeteredProcess() {
            @Override
            public List<MemberState> groups() {
                return List.of(member.state());
            }

            @Override
            public Map<JobId, List<TaskReport>> reports() {
                return member.reports();
            }

            @Override
            public List<LinkState> links() {
                return member.links();
            }

            @Override
            public long refusals() {
                return member.refusals();
            }
        };
    }

    /** A local cluster, which has no network links. */
    static MeteredProcess of(Cluster cluster) {
        return new MeteredProcess() {
            @Override
            public List<MemberState> groups() {
                return cluster.states();
            }

            @Override
            public Map<JobId, List<TaskReport>> reports() {
                return cluster.reports();
            }

            @Override
            public List<LinkState> links() {
                return List.of();
            }

            @Override
            public long refusals() {
                return 0;
            }
        };
    }
}

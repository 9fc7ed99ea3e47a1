package io.sardonyx.testkit.simulate;

import io.sardonyx.command.AddVirtualPeer;
import io.sardonyx.exchange.Channel;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/** All links between machines, and which peer is where. */
final class Network {

    private record Way(Post from, Post to) {}

    private final VirtualTime time;
    private final Weather weather;
    private final Supplier<LongPredicate> orders;
    private final Map<PeerId, GroupId> groups = new HashMap<>();
    private final Map<GroupId, Post> posts = new HashMap<>();
    private final Map<Way, Link> links = new LinkedHashMap<>();
    private final Map<Channel, Pipe<?>> pipes = new HashMap<>();

    Network(VirtualTime time, Weather weather, Supplier<LongPredicate> orders) {
        this.time = time;
        this.weather = weather;
        this.orders = orders;
    }

    /** Learns which group a peer belongs to before anybody can send it anything. */
    void read(Entry<Replica> entry) {
        if (entry.step() instanceof AddVirtualPeer added) {
            groups.put(added.id(), added.group());
        }
    }

    void settle(GroupId group, Post post) {
        posts.put(group, post);
    }

    Post postOf(PeerId peer) {
        GroupId group = Objects.requireNonNull(groups.get(peer), () -> peer + " was never added");
        return Objects.requireNonNull(posts.get(group), () -> group + " is nowhere");
    }

    Link link(Post from, Post to) {
        Link link = links.computeIfAbsent(new Way(from, to), way -> new Link(time, weather, orders));
        if (from.isDead() || to.isDead()) {
            link.die();
        }
        return link;
    }

    /** Either end of a channel between two machines. */
    @SuppressWarnings("unchecked") // what travels on a channel is part of the channel
    <T> Pipe<T> pipe(Channel channel, int capacity) {
        return (Pipe<T>) pipes.computeIfAbsent(
                channel, it -> new Pipe<T>(link(postOf(it.from()), postOf(it.to())), capacity));
    }

    void forget(Post dead) {
        dead.die();
        links.forEach((way, link) -> {
            if (way.from == dead || way.to == dead) {
                link.die();
            }
        });
    }
}

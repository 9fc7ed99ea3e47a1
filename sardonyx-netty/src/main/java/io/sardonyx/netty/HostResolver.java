package io.sardonyx.netty;

import io.netty.util.NetUtil;
import io.sardonyx.wire.HostPort;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** DNS lookups on a separate thread: a slow name server must not block the event loop, which serves all links. */
final class HostResolver implements AutoCloseable {

    /** After how many idle seconds the thread ends. */
    private static final int IDLE_SECONDS = 5;

    private final ThreadPoolExecutor executor =
            new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                var thread = new Thread(work, "tcp-hosts");
                thread.setDaemon(true);
                return thread;
            });

    HostResolver() {
        executor.allowCoreThreadTimeOut(true);
    }

    /** Resolves a host; a numeric address at once, on the caller's thread, anything else on the resolver's. */
    void resolve(HostPort address, Consumer<InetSocketAddress> found, Consumer<Exception> failed) {
        if (NetUtil.createByteArrayFromIpAddressString(address.host()) != null) {
            found.accept(new InetSocketAddress(address.host(), address.port()));
            return;
        }
        executor.execute(() -> {
            try {
                found.accept(new InetSocketAddress(InetAddress.getByName(address.host()), address.port()));
            } catch (UnknownHostException e) {
                failed.accept(e);
            }
        });
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}

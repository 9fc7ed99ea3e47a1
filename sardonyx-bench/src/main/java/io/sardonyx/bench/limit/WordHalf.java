package io.sardonyx.bench.limit;

import io.sardonyx.bench.pair.Half;
import io.sardonyx.bench.work.Board;
import io.sardonyx.bench.work.Lines;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.bench.work.WordCounts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * W7 by hand: a thread that makes half of the lines, counts its own words and sends the others over a socket, and one
 * that counts the words that arrive.
 */
public final class WordHalf implements Half {

    private @Nullable ServerSocket server;
    private @Nullable Socket socket;
    private int place;

    @Override
    public String listen() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        return Integer.toString(server.getLocalPort());
    }

    @Override
    public void join(int itsPlace, int processes, String port) throws IOException {
        place = itsPlace;
        socket =
                server != null ? server.accept() : new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
        socket.setTcpNoDelay(true);
    }

    @Override
    public void run(Trial trial) throws IOException {
        if (socket == null) {
            throw new IOException("not together");
        }
        var in = new WordInput(socket.getInputStream());
        CompletableFuture<WordCounts> arrived =
                CompletableFuture.supplyAsync(() -> counted(in), task -> new Thread(task, "consumer").start());
        Board.begin();
        WordCounts counts = produced(trial.inputs(), new WordOutput(socket.getOutputStream()));
        counts.addAll(arrived.join());
        Board.post(counts.tally());
    }

    /** Every other line. */
    private WordCounts produced(long inputs, WordOutput out) throws IOException {
        var counts = new WordCounts();
        for (long i = place; i < inputs; i += 2) {
            List<String> words = Lines.split(Lines.of(i));
            for (int w = 0; w < words.size(); w++) {
                String word = words.get(w);
                if (placeOf(word) == place) {
                    counts.add(word);
                } else {
                    out.write(word);
                }
            }
        }
        out.end();
        return counts;
    }

    private static int placeOf(String word) {
        int hash = word.hashCode();
        return (hash ^ hash >>> 16) & 1;
    }

    private static WordCounts counted(WordInput in) {
        var counts = new WordCounts();
        try {
            for (String word = in.read(); word != null; word = in.read()) {
                counts.add(word);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return counts;
    }

    @Override
    public void close() {
        try {
            if (socket != null) {
                socket.close();
            }
            if (server != null) {
                server.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

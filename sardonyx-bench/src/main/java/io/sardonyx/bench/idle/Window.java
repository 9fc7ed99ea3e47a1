package io.sardonyx.bench.idle;

import java.util.Comparator;
import java.util.List;

/**
 * What an engine used for some seconds.
 *
 * @param cores by its process
 * @param perSecond segments that came out
 * @param megabytes of garbage a second
 * @param others cores that all other processes used
 */
record Window(double cores, double perSecond, double megabytes, double others) {

    String line() {
        return cores + " " + perSecond + " " + megabytes + " " + others;
    }

    static Window read(String line) {
        String[] figures = line.split(" ", -1);
        return new Window(
                Double.parseDouble(figures[0]),
                Double.parseDouble(figures[1]),
                Double.parseDouble(figures[2]),
                Double.parseDouble(figures[3]));
    }

    /** The one of the median number of cores. */
    static Window median(List<Window> all) {
        List<Window> sorted =
                all.stream().sorted(Comparator.comparingDouble(Window::cores)).toList();
        return sorted.get((sorted.size() - 1) / 2);
    }
}

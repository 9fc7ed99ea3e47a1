package io.sardonyx.it.offenders.purity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

final class RunsInParallel {

    int sum(ArrayList<Integer> numbers, int[] array) {
        Arrays.parallelSort(array);
        return numbers.parallelStream().mapToInt(it -> it).sum()
                + IntStream.of(array).parallel().sum();
    }

    List<Integer> list(List<Integer> numbers) {
        return numbers.stream().parallel().toList();
    }
}

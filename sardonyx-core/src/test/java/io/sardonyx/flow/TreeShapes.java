package io.sardonyx.flow;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Every rooted tree up to a size, once per shape: as parents, so that node 0 is the root and a parent comes before its
 * child.
 */
final class TreeShapes {

    private TreeShapes() {}

    static List<int[]> upTo(int nodes) {
        var shapes = new ArrayList<int[]>();
        for (int size = 1; size <= nodes; size++) {
            var ofThisSize = new TreeMap<String, int[]>();
            grow(new int[size], 1, ofThisSize);
            shapes.addAll(ofThisSize.values());
        }
        return shapes;
    }

    private static void grow(int[] parents, int next, Map<String, int[]> found) {
        if (next == parents.length) {
            found.putIfAbsent(shape(parents, 0), parents.clone());
            return;
        }
        for (int parent = 0; parent < next; parent++) {
            parents[next] = parent;
            grow(parents, next + 1, found);
        }
    }

    /** The tree as nested parentheses whose siblings are sorted, so equal shapes are equal strings. */
    static String shape(int[] parents, int node) {
        var children = new ArrayList<String>();
        for (int child = node + 1; child < parents.length; child++) {
            if (parents[child] == node) {
                children.add(shape(parents, child));
            }
        }
        Collections.sort(children);
        return "(" + String.join("", children) + ")";
    }
}

package io.sardonyx.function;

import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.plugin.Identified;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The types of the segments and keys of a job, as far as the signatures of its functions tell. */
public final class SegmentTypes {

    private SegmentTypes() {}

    /** What its functions take and give, in the order of the catalog. */
    public static List<Type> of(Job job, FunctionLoader functions) {
        var types = new ArrayList<Type>();
        job.catalog().forEach(entry -> types.addAll(of(entry, functions)));
        return types;
    }

    /**
     * What the functions of one task take and give.
     *
     * @throws BadFunction if one of them cannot be used here
     */
    public static List<Type> of(CatalogEntry entry, FunctionLoader functions) {
        var types = new ArrayList<Type>();
        if (entry.identify()) {
            types.add(Identified.class);
        }
        add(entry.function(), functions, types);
        add(entry.grouping().function(), functions, types);
        add(entry.atEnd(), functions, types);
        return types;
    }

    private static void add(@Nullable Call call, FunctionLoader functions, List<Type> types) {
        if (call != null) {
            Method method = functions.named(call.name());
            types.add(method.getGenericReturnType());
            Type subject = MethodSignature.subject(method);
            if (subject != null) {
                types.add(subject);
                MethodSignature.about(method).states().forEach(state -> types.addAll(state.stored()));
            }
        }
    }
}

package io.sardonyx.it.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.function.Function;

/** A condition that is a function from a class to what is wrong with it. */
final class Finding extends ArchCondition<JavaClass> {

    private final Function<JavaClass, List<String>> faults;

    Finding(String description, Function<JavaClass, List<String>> faults) {
        super(description);
        this.faults = faults;
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        faults.apply(type).forEach(fault -> events.add(SimpleConditionEvent.violated(type, fault)));
    }
}

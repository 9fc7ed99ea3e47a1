package io.sardonyx.it.tidiness;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree.Kind;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Modifier;

/** Types, methods and their parameters in one file. */
final class Declarations extends TreePathScanner<Void, Void> {

    static final int MAX_METHOD_LINES = 40;
    static final int MAX_PARAMETERS = 6;

    private final TextFile file;
    private final CompilationUnitTree unit;
    private final Trees trees;
    private final List<Untidiness> found = new ArrayList<>();

    Declarations(TextFile file, CompilationUnitTree unit, Trees trees) {
        this.file = file;
        this.unit = unit;
        this.trees = trees;
    }

    List<Untidiness> faults() {
        scan(unit, null);
        return found;
    }

    @Override
    public Void visitClass(ClassTree type, Void nothing) {
        if (file.isMainJava() && isPublic(type) && trees.getDocComment(getCurrentPath()) == null) {
            add("javadoc", type.getSimpleName().toString(), 1, "is public and says nothing of itself");
        }
        return super.visitClass(type, null);
    }

    @Override
    public Void visitMethod(MethodTree method, Void nothing) {
        var owner = (ClassTree) getCurrentPath().getParentPath().getLeaf();
        String name = owner.getSimpleName() + "." + method.getName().toString().replace("<init>", "new");
        int lines = lines(method);
        if (lines > MAX_METHOD_LINES) {
            add("long-method", name, lines, lines + " lines, more than " + MAX_METHOD_LINES);
        }
        int parameters = method.getParameters().size();
        if (parameters > MAX_PARAMETERS && !isCanonical(method, owner)) {
            add("many-parameters", name, parameters, parameters + " parameters, more than " + MAX_PARAMETERS);
        }
        return super.visitMethod(method, null);
    }

    private void add(String rule, String name, int measure, String message) {
        found.add(new Untidiness(rule, file.path() + "#" + name, measure, message));
    }

    /** From the first annotation or modifier to the closing brace. */
    private int lines(MethodTree method) {
        var positions = trees.getSourcePositions();
        var lines = unit.getLineMap();
        long end = positions.getEndPosition(unit, method);
        if (end < 0) {
            return 0; // written by the compiler
        }
        return (int) (lines.getLineNumber(end) - lines.getLineNumber(positions.getStartPosition(unit, method)) + 1);
    }

    /** Members of interfaces are public without saying so; what is inside a hidden type is hidden. */
    private boolean isPublic(ClassTree type) {
        TreePath parent = getCurrentPath().getParentPath();
        boolean said = type.getModifiers().getFlags().contains(Modifier.PUBLIC);
        if (!(parent.getLeaf() instanceof ClassTree owner)) {
            return said && parent.getLeaf() instanceof CompilationUnitTree;
        }
        return said || owner.getKind() == Kind.INTERFACE;
    }

    /** A record's constructor has the parameters that its components are: data, named where it is declared. */
    private static boolean isCanonical(MethodTree method, ClassTree owner) {
        return owner.getKind() == Kind.RECORD
                && method.getName().contentEquals("<init>")
                && method.getParameters().size() == components(owner);
    }

    private static long components(ClassTree type) {
        return type.getMembers().stream()
                .filter(member -> member instanceof VariableTree field
                        && !field.getModifiers().getFlags().contains(Modifier.STATIC))
                .count();
    }
}

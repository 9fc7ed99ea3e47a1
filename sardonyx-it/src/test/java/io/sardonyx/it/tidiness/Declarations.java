package io.sardonyx.it.tidiness;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.Tree.Kind;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Modifier;

/** Types without Javadoc, and long methods and lists of parameters, in one file. */
final class Declarations extends TreePathScanner<Void, Void> {

    private static final int MAX_METHOD_LINES = 40;
    private static final int MAX_PARAMETERS = 6;

    private final String path;
    private final CompilationUnitTree unit;
    private final Trees trees;
    private final List<String> found = new ArrayList<>();

    Declarations(String path, CompilationUnitTree unit, Trees trees) {
        this.path = path;
        this.unit = unit;
        this.trees = trees;
    }

    List<String> faults() {
        scan(unit, null);
        return found;
    }

    @Override
    public Void visitClass(ClassTree type, Void nothing) {
        if (Tidiness.isMain(path) && isPublic(type) && trees.getDocComment(getCurrentPath()) == null) {
            found.add("javadoc " + path + "#" + type.getSimpleName());
        }
        return super.visitClass(type, null);
    }

    /** Members of interfaces are public without saying so; what is inside a method is hidden. */
    private boolean isPublic(ClassTree type) {
        Tree parent = getCurrentPath().getParentPath().getLeaf();
        boolean said = type.getModifiers().getFlags().contains(Modifier.PUBLIC);
        return said && (parent == unit || parent instanceof ClassTree) || parent.getKind() == Kind.INTERFACE;
    }

    @Override
    public Void visitMethod(MethodTree method, Void nothing) {
        var owner = (ClassTree) getCurrentPath().getParentPath().getLeaf();
        String name = path + "#" + owner.getSimpleName() + "." + method.getName();
        long lines = lines(method);
        if (lines > MAX_METHOD_LINES) {
            found.add("long-method " + name + ": " + lines + " lines");
        }
        int parameters = method.getParameters().size();
        if (parameters > MAX_PARAMETERS && !isCanonical(method, owner)) {
            found.add("many-parameters " + name + ": " + parameters + " parameters");
        }
        return super.visitMethod(method, null);
    }

    /** From the first annotation or modifier to the closing brace; none if the compiler wrote the method. */
    private long lines(MethodTree method) {
        var positions = trees.getSourcePositions();
        long end = positions.getEndPosition(unit, method);
        var map = unit.getLineMap();
        return end < 0 ? 0 : map.getLineNumber(end) - map.getLineNumber(positions.getStartPosition(unit, method)) + 1;
    }

    /** A record's constructor has the parameters that its components are: data, named where it is declared. */
    private static boolean isCanonical(MethodTree method, ClassTree owner) {
        return owner.getKind() == Kind.RECORD
                && method.getName().contentEquals("<init>")
                && method.getParameters().size()
                        == owner.getMembers().stream()
                                .filter(it -> it instanceof VariableTree field
                                        && !field.getModifiers().getFlags().contains(Modifier.STATIC))
                                .count();
    }
}

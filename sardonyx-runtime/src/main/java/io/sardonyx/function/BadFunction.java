package io.sardonyx.function;

/** A function that cannot be called as a job wants it, found before it is called. */
public final class BadFunction extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    private final String what;
    private final String remedy;

    public BadFunction(String what, String remedy) {
        super(what + "; " + remedy);
        this.what = what;
        this.remedy = remedy;
    }

    public BadFunction(String what, String remedy, Throwable cause) {
        super(what + "; " + remedy, cause);
        this.what = what;
        this.remedy = remedy;
    }

    public String what() {
        return what;
    }

    public String remedy() {
        return remedy;
    }
}

package io.sardonyx.it.offenders.manners;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;

final class ReadsObjects {

    Object read(InputStream in) throws IOException, ClassNotFoundException {
        return new ObjectInputStream(in).readObject();
    }
}

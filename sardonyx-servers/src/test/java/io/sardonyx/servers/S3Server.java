package io.sardonyx.servers;

import com.adobe.testing.s3mock.S3MockApplication;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A server with the HTTP API of S3 for tests, to be run in a process of its own. */
public final class S3Server {

    private S3Server() {}

    /** Serves at a port of its choice, and prints the port once it answers. */
    @SuppressWarnings("deprecation") // nothing else tells the port
    public static void main(String[] words) throws Exception {
        S3MockApplication server = S3MockApplication.start(new HashMap<>(Map.of(
                S3MockApplication.PROP_HTTP_PORT,
                S3MockApplication.RANDOM_PORT,
                S3MockApplication.PROP_HTTPS_PORT,
                S3MockApplication.RANDOM_PORT,
                "com.adobe.testing.s3mock.vectors.httpPort",
                S3MockApplication.RANDOM_PORT,
                "com.adobe.testing.s3mock.vectors.httpsPort",
                S3MockApplication.RANDOM_PORT,
                S3MockApplication.PROP_SILENT,
                true)));
        System.out.println();
        System.out.println("port " + server.getHttpPort());
        new CountDownLatch(1).await();
    }
}

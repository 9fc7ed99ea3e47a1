package io.sardonyx.it.offenders.purity;

import java.util.logging.Logger;

final class Logs {

    Logger logger = Logger.getLogger("offender");
    System.Logger platform = System.getLogger("offender");
    org.slf4j.Logger facade = org.slf4j.LoggerFactory.getLogger("offender");
}

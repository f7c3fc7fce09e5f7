// Import the tests here instead of running them as separate files, because rendering an overlay takes seconds.
import './clients.ts';
import './edge.ts';
import './environment.ts';
import './jobs.ts';
import './network.ts';
import './objects.ts';
import './pods.ts';
import './scaling.ts';
import './schemas.ts';
import './server-users.ts';
import './servers.ts';
import './tls.ts';
import './upgrade.ts';

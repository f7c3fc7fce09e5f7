// Import the tests here instead of running them as separate files, because rendering an overlay takes seconds.
import './edge.ts';
import './environment.ts';
import './network.ts';
import './objects.ts';
import './resources.ts';
import './schemas.ts';
import './server-users.ts';
import './servers.ts';
import './upgrade.ts';

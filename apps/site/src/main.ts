import { runProcess } from '@gcd/service';
import { siteConfig } from './config.js';
import { startSite } from './site.js';

await runProcess('site', siteConfig, startSite);

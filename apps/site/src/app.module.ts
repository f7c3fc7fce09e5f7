import type { Logger } from '@gcd/process';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { Api } from './api.js';
import { ActivityController } from './activity.controller.js';
import { CardController } from './card.controller.js';
import { CardFilesController } from './card-files.controller.js';
import { CertController } from './cert.controller.js';
import { CrawlersController } from './crawlers.controller.js';
import { FailureFilter } from './failure.filter.js';
import { FeedController } from './feed.controller.js';
import { KeysController } from './keys.controller.js';
import { NameController } from './name.controller.js';
import { Pages } from './pages.js';
import { SearchController } from './search.controller.js';
import { SetsController } from './sets.controller.js';
import { WatchController } from './watch.controller.js';

/** The root module of the public site, which builds pages from API responses. */
@Module({})
export class AppModule {
  static with(api: Api, pages: Pages, log: Logger): DynamicModule {
    return {
      module: AppModule,
      controllers: [
        SearchController,
        SetsController,
        ActivityController,
        CardController,
        CardFilesController,
        CertController,
        FeedController,
        NameController,
        KeysController,
        WatchController,
        CrawlersController,
      ],
      providers: [
        { provide: Api, useValue: api },
        { provide: Pages, useValue: pages },
        { provide: APP_FILTER, useValue: new FailureFilter(pages, log) },
      ],
    };
  }
}

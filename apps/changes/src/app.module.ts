import { CursorKeys } from '@gcd/cursors';
import { DatabaseModule } from '@gcd/database/module';
import { CONFIG } from '@gcd/process';
import { Module } from '@nestjs/common';
import { ChangesController } from './changes.controller.js';
import { ChangesQueries } from './changes.queries.js';
import type { ChangesConfig } from './config.js';

/** The changes service: the change feed of cards. */
@Module({
  imports: [DatabaseModule.forRoot('changes')],
  controllers: [ChangesController],
  providers: [
    ChangesQueries,
    {
      provide: CursorKeys,
      inject: [CONFIG],
      useFactory: (config: ChangesConfig) => config.CURSOR_KEYS_FILE,
    },
  ],
})
export class AppModule {}

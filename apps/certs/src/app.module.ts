import { DatabaseModule } from '@gcd/database/module';
import { Module } from '@nestjs/common';
import { CertsController } from './certs.controller.js';
import { CertsQueries } from './certs.queries.js';

/** The certs service: certs with their populations and images, and authentication records. */
@Module({
  imports: [DatabaseModule.forRoot('certs')],
  controllers: [CertsController],
  providers: [CertsQueries],
})
export class AppModule {}

import { Module } from '@nestjs/common';
import { ChangesController } from './changes.controller.js';

/** The changes service: the feed of cards whose population changed. */
@Module({ controllers: [ChangesController] })
export class AppModule {}

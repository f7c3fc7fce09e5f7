import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { keysPage } from './keys.view.js';
import { Pages } from './pages.js';

@Controller()
export class KeysController {
  constructor(private readonly pages: Pages) {}

  @Get('keys')
  keys(@Res({ passthrough: true }) reply: FastifyReply): string {
    const { config, apiUrl } = this.pages;
    return this.pages.respond(reply, { from: [] }, () => this.pages.html(keysPage(config, apiUrl)));
  }
}

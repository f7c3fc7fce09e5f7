import { Controller, Get, NotFoundException, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { activityPage, type Interval, periodPath } from './activity.view.js';
import { Api } from './api.js';
import { Pages } from './pages.js';

/** Serves the pages of weeks and months: what was graded in them. */
@Controller()
export class ActivityController {
  constructor(
    private readonly api: Api,
    private readonly pages: Pages,
  ) {}

  /** Serves the page of the week that ends on a date. Redirects from its other days. */
  @Get('week/:date')
  week(@Param('date') date: string, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.period('week', date, `/week/${date}`, reply);
  }

  @Get('month/:month')
  month(@Param('month') month: string, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.period('month', `${month}-01`, `/month/${month}`, reply);
  }

  private async period(
    interval: Interval,
    date: string,
    asked: string,
    reply: FastifyReply,
  ): Promise<string> {
    const time = Date.parse(date);
    const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
    if (!isDay || date.length !== 10) throw new NotFoundException();
    const found = await this.api.getActivity({ interval, date }, this.api.begin());
    const { leaders } = found;
    if (!leaders) throw new NotFoundException();
    const path = periodPath(interval, leaders);
    if (path !== asked) return this.pages.move(reply, path);
    return this.pages.respond(reply, { from: [found] }, () =>
      this.pages.html(activityPage(interval, found, leaders, this.pages.apiUrl)),
    );
  }
}

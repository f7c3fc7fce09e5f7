import 'reflect-metadata';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { AuthenticationEntity } from './entities/authentication.entity.js';
import { CardEntity } from './entities/card.entity.js';
import { CertEntity } from './entities/cert.entity.js';
import { DatasetEntity } from './entities/dataset.entity.js';
import {
  CardChangeEntity,
  FeedDayEntity,
  FeedEpochEntity,
  FeedHeadEntity,
} from './entities/feed.entity.js';
import { ImageEntity } from './entities/image.entity.js';
import { ImportEntity } from './entities/import.entity.js';
import { AccountEntity, ApiKeyEntity, PlanEntity } from './entities/key.entity.js';
import {
  PopulationDatesEntity,
  PopulationEntity,
  PopulationHistoryEntity,
  PopulationYearEntity,
} from './entities/population.entity.js';
import { QuotaCeilingEntity } from './entities/quota.entity.js';
import { SearchCardEntity, SearchIndexEntity, SearchTermEntity } from './entities/search.entity.js';
import { MoverEntity, RecentGainEntity, SetCardEntity, SetEntity } from './entities/set.entity.js';
import { SpecEntity } from './entities/spec.entity.js';
import { CertsCardsPopulations1790000000000 } from './migrations/1790000000000-certs-cards-populations.js';
import { KeysAndPlans1790000000001 } from './migrations/1790000000001-keys-and-plans.js';
import { Roles1790000000002 } from './migrations/1790000000002-roles.js';
import { Quotas1790000000003 } from './migrations/1790000000003-quotas.js';
import { Search1790000000004 } from './migrations/1790000000004-search.js';
import { ChangeFeed1790000000005 } from './migrations/1790000000005-change-feed.js';
import { Matching1790000000006 } from './migrations/1790000000006-matching.js';
import { MatchSourceBackfill1790000000007 } from './migrations/1790000000007-match-source-backfill.js';
import { FeedDataVersion1790000000010 } from './migrations/1790000000010-feed-data-version.js';
import { BareCertNumbers1790000000011 } from './migrations/1790000000011-bare-cert-numbers.js';
import { SearchTerms1790000000012 } from './migrations/1790000000012-search-terms.js';
import { ChangeReasons1790000000020 } from './migrations/1790000000020-change-reasons.js';
import { SetsAndMovers1790000000027 } from './migrations/1790000000027-sets-and-movers.js';
import { ManualMatchSource1790000000028 } from './migrations/1790000000028-manual-match-source.js';
import { PopulationDates1790000000042 } from './migrations/1790000000042-population-dates.js';
import { PopulationYears1790000000043 } from './migrations/1790000000043-population-years.js';
import { VersionOfEpochs1790000000066 } from './migrations/1790000000066-version-of-epochs.js';
import { HistoryForCerts1790000000067 } from './migrations/1790000000067-history-for-certs.js';
import { AuthenticationNumbers1790000000068 } from './migrations/1790000000068-authentication-numbers.js';
import { SetNames1790000000070 } from './migrations/1790000000070-set-names.js';

/**
 * Configures the entities, migrations and connections for the owner of the database, but does not connect.
 * @param url URL with a role that owns the tables or may create them
 */
export function createDataSource(url: string): DataSource {
  return new DataSource({
    type: 'postgres',
    // Pass the driver explicitly. TypeORM would otherwise load the driver from node_modules, which container images do
    // not contain.
    driver: pg,
    url,
    applicationName: 'gcd-admin',
    connectTimeoutMS: 5000,
    entities: [
      AccountEntity,
      ApiKeyEntity,
      AuthenticationEntity,
      CardChangeEntity,
      CardEntity,
      CertEntity,
      DatasetEntity,
      FeedDayEntity,
      FeedEpochEntity,
      FeedHeadEntity,
      ImageEntity,
      ImportEntity,
      MoverEntity,
      PlanEntity,
      PopulationDatesEntity,
      PopulationEntity,
      PopulationHistoryEntity,
      PopulationYearEntity,
      QuotaCeilingEntity,
      RecentGainEntity,
      SearchCardEntity,
      SearchIndexEntity,
      SearchTermEntity,
      SetCardEntity,
      SetEntity,
      SpecEntity,
    ],
    migrations: [
      CertsCardsPopulations1790000000000,
      KeysAndPlans1790000000001,
      Roles1790000000002,
      Quotas1790000000003,
      Search1790000000004,
      ChangeFeed1790000000005,
      Matching1790000000006,
      MatchSourceBackfill1790000000007,
      FeedDataVersion1790000000010,
      BareCertNumbers1790000000011,
      SearchTerms1790000000012,
      ChangeReasons1790000000020,
      SetsAndMovers1790000000027,
      ManualMatchSource1790000000028,
      PopulationDates1790000000042,
      PopulationYears1790000000043,
      VersionOfEpochs1790000000066,
      HistoryForCerts1790000000067,
      AuthenticationNumbers1790000000068,
      SetNames1790000000070,
    ],
    migrationsTableName: 'migrations',
    // Replace the default logger. It writes to standard output, where commands print their results.
    logger: 'debug',
  });
}

// TypeORM entities for the tables that the baselines read.
import { TypeOrmModule } from '@nestjs/typeorm';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';

@Entity('populations')
export class PopulationEntity {
  @PrimaryColumn('integer') card!: number;
  @Column('integer', { array: true }) grades!: number[];
  @Column('integer', { array: true }) qualifiers!: number[];
  @Column('integer', { array: true }) auto_grades!: number[];
  @Column('integer', { array: true }) auto_qualifiers!: number[];
  @Column('integer') total!: number;
  @Column('integer') gem_total!: number;
}

@Entity('cards')
export class CardEntity {
  @PrimaryColumn('integer') id!: number;
  @Column('bytea') card_id!: Buffer;
  @Column('text') description!: string;
  @Column('text', { nullable: true }) set_url!: string | null;
  @Column('text', { nullable: true }) spec_id!: string | null;

  @ManyToOne(() => CardEntity)
  @JoinColumn({ name: 'universal' })
  promoted!: Relation<CardEntity> | null;

  @OneToOne(() => PopulationEntity)
  @JoinColumn({ name: 'id', referencedColumnName: 'card' })
  population!: Relation<PopulationEntity> | null;
}

@Entity('certs')
export class CertEntity {
  @PrimaryColumn('text') grader!: string;
  @PrimaryColumn('text') cert!: string;
  @Column('smallint', { nullable: true }) grade!: number | null;
  @Column('smallint', { nullable: true }) qualifier!: number | null;
  @Column('text', { nullable: true }) qualifier_type!: string | null;
  @Column('text', { nullable: true }) grade_label!: string | null;
  @Column('boolean') has_auto_grade!: boolean;
  @Column('text', { nullable: true }) auto_grade_label!: string | null;
  @Column('date', { nullable: true }) retrieved_month!: string | null;
  @Column('real', { nullable: true }) centering!: number | null;
  @Column('real', { nullable: true }) corners!: number | null;
  @Column('real', { nullable: true }) edges!: number | null;
  @Column('real', { nullable: true }) surface!: number | null;
  @Column('text', { nullable: true }) description!: string | null;

  @ManyToOne(() => CardEntity)
  @JoinColumn({ name: 'card' })
  card!: Relation<CardEntity> | null;
}

export const ormImports = () => [
  TypeOrmModule.forRoot({
    type: 'postgres',
    url: process.env.DATABASE_URL as string,
    entities: [CertEntity, CardEntity, PopulationEntity],
  }),
  TypeOrmModule.forFeature([CertEntity]),
];

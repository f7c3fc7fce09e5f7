import { GRADERS, type Grader } from '@gcd/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Links to a cert's images; either side may be missing. */
@Entity('images')
export class ImageEntity {
  @PrimaryColumn('enum', {
    enum: GRADERS,
    enumName: 'grader',
    primaryKeyConstraintName: 'images_pkey',
  })
  grader!: Grader;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'images_pkey' })
  cert!: string;

  @Column('text', { name: 'image_front', nullable: true })
  imageFront!: string | null;

  @Column('text', { name: 'image_back', nullable: true })
  imageBack!: string | null;
}

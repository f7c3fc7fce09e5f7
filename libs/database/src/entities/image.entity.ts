import { GRADERS, type Grader } from '@gcd/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Image URLs of a cert. A URL is null if the cert has no image of that side. */
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

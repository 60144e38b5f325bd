// What the settings and the machine tell of the installation, beside its database.
import type { Surroundings } from '../domain/service/installation.ts';
import type { Config } from '../settings/config.ts';
import { readPlace } from '../store/embedded/place-file.ts';

export async function surroundingsOf(config: Config): Promise<Surroundings> {
  const { installation, public_url, public_url_given, database_url, data_dir } = config;
  return {
    name: installation ?? null,
    public_url: public_url_given ? public_url : null,
    place: database_url === undefined ? await readPlace(data_dir) : null,
  };
}

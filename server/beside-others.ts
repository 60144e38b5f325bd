// A process of several: it shares request counts and changes of settings with the others.
import type { OpenApp } from './app/open-app.ts';
import type { App, RequestsElsewhere, SettingsElsewhere } from './app/process/app.ts';

type Elsewhere = {
  requests_elsewhere: RequestsElsewhere;
  settings_elsewhere: SettingsElsewhere;
};

export function besideOthers(app: OpenApp, shared: Elsewhere): App {
  const { requests_elsewhere, settings_elsewhere } = shared;
  settings_elsewhere.lookWith(app.settings.refresh);
  let told_version: bigint | null = null;
  const refresh = async () => {
    const settings = await app.settings.refresh();
    if (settings.version !== told_version) await settings_elsewhere.changed();
    told_version = settings.version;
    return settings;
  };
  return { ...app, requests_elsewhere, settings: { ...app.settings, refresh } };
}

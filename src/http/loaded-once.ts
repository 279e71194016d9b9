import type { App } from '../app.ts';

/** What a running service loads when it is first asked for, and keeps: what it serves does not change. A failure is not kept. */
export const loadedOnce = <Value>(load: (app: App) => Promise<Value>) => {
  const kept = new WeakMap<App, Promise<Value>>();
  return (app: App): Promise<Value> => {
    const loading = kept.get(app) ?? load(app);
    kept.set(app, loading);
    loading.catch(() => kept.delete(app));
    return loading;
  };
};

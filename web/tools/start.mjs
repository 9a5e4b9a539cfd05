/** `npm start`: set up, build, serve, and say where. */
import { build } from './build.mjs';
import { runMain, say } from './project.mjs';
import { serve } from './serve.mjs';
import { setup } from './setup.mjs';

await runMain(async () => {
  await setup();
  await build();
  const { address } = await serve({ port: Number(process.env.PORT ?? 8080) });
  say(`open ${address} (Ctrl-C ends it)`);
});

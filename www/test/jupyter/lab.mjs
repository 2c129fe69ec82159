/**
 * A JupyterLab of the tests: a server with notebooks in a temporary folder, and cells that are run in the
 * page.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
/** @import { Page } from 'playwright-core' */

/** The Python with JupyterLab and the package, which `cargo xtask python --jupyter` names. */
export const PYTHON = process.env.HEEDMAP_JUPYTER ?? '';

/** A notebook with cells of code. @param {string[]} cells */
const notebook = (cells) => ({
  cells: cells.map((source, at) => ({
    cell_type: 'code',
    id: `cell-${at}`,
    execution_count: null,
    metadata: {},
    outputs: [],
    source,
  })),
  metadata: { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' } },
  nbformat: 4,
  nbformat_minor: 5,
});

/** Starts JupyterLab on a free port, over notebooks by name. @param {Record<string, string[]>} notebooks */
export async function startLab(notebooks) {
  const folder = await mkdtemp(join(tmpdir(), 'heedmap-lab-'));
  for (const [name, cells] of Object.entries(notebooks))
    await writeFile(join(folder, `${name}.ipynb`), JSON.stringify(notebook(cells)));
  const options = ['--no-browser', '--port=0', '--ip=127.0.0.1', '--allow-root', '--IdentityProvider.token='];
  const server = spawn(PYTHON, ['-m', 'jupyterlab', ...options, '--LabApp.news_url=None'], {
    cwd: folder,
    // Settings of this machine have no part in it.
    env: { ...process.env, JUPYTER_CONFIG_DIR: join(folder, '.config'), HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const origin = await new Promise((resolve, reject) => {
    let said = '';
    server.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (found) resolve(found[0]);
    });
    server.on('exit', (code) => reject(new Error(`JupyterLab ended with ${code}: ${said}`)));
  });
  return {
    /** The address of a notebook. @param {string} name */
    address: (name) => `${origin}/lab/tree/${name}.ipynb?reset`,
    folder,
    async close() {
      const ended = new Promise((resolve) => server.on('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Waits until a notebook is open and its kernel is idle. @param {Page} page */
export async function whenIdle(page) {
  await page
    .locator('#jp-bottom-panel, .lm-Widget', { hasText: '| Idle' })
    .first()
    .waitFor({ timeout: 120_000 });
}

/**
 * Runs a cell, and returns its outputs once it is done.
 *
 * @param {Page} page
 * @param {number} place
 */
export async function runCell(page, place) {
  const cell = page.locator('.jp-Notebook .jp-CodeCell').nth(place);
  const prompt = cell.locator('.jp-InputPrompt').first();
  const before = await prompt.textContent();
  await cell.locator('.cm-content').first().click();
  await page.keyboard.press('Control+Enter');
  await page.waitForFunction(
    ([element, was]) => {
      const text = /** @type {Element} */ (element).textContent ?? '';
      return text !== was && /\[\d+\]/.test(text);
    },
    /** @type {const} */ ([await prompt.elementHandle(), before]),
    { timeout: 60_000 },
  );
  return cell.locator('.jp-OutputArea');
}

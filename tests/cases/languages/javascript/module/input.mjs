/* eslint-disable no-console */
/**
 * Draws the graph of a folder.
 */
import { select as pick } from "d3";

const PATTERN = /["'/]quoted/gi, half = total / 2 / count;
const $root = pick(`#${rootId} > .hidden`);

export class Graph extends Base {
  #edges = new Map();
  static async load(url) {
    // fetches once
    return (await fetch(url)).json();
  }
}
@decorated
function drawNode(node, Options = { size: 1_000n, name: 'quoted' }) {
  console.log(node?.label ?? undefined);
}

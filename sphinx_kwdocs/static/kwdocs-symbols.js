/* sphinx-kwdocs: finds symbols of the repository by how their names begin, from scripts that are loaded as needed. */
(function () {
  "use strict";

  var label = document.querySelector(".kw-find");
  var field = label.querySelector("input");
  var base = new URL(label.dataset.kwSymbols, window.location.href);
  var list = document.createElement("ul");
  var status = document.createElement("p");
  var nodes = {};
  var wanted = {};
  var MOST_SHOWN = 50;
  // What is loaded after one key; no script is larger than LARGEST.
  var MOST_SCRIPTS = 12, MOST_BYTES = 131072, LARGEST = 65536;
  var LONGEST_SPELLING = 100;
  var scriptsLeft = 0, bytesLeft = 0;

  // As `spelled` of symbol_data.py writes it.
  function spelled(text) {
    var plain;
    try { plain = encodeURIComponent(text.toLowerCase()); } catch (error) { return ""; }
    return plain.replace(/%([0-9A-F]{2})|[^a-z0-9_]/g, function (sign, hex) {
      return "-" + (hex ? hex.toLowerCase() : sign.charCodeAt(0).toString(16));
    }).slice(0, LONGEST_SPELLING);
  }

  // Goes through what is loaded of the tree; returns what has to be loaded next, or null.
  function collect(key, accepts, found) {
    var open = [""];
    while (open.length && found.length < MOST_SHOWN) {
      var place = open.pop();
      var node = nodes[place];
      if (!node) { return place; }
      if (node.rows) {
        node.rows.forEach(function (row) {
          if (accepts(row) && found.indexOf(row) < 0 && found.length < MOST_SHOWN) { found.push(row); }
        });
      } else {
        for (var at = node.next.length - 1; at >= 0; at--) {
          var inner = node.at + node.next[at];
          if (inner.startsWith(key) || key.startsWith(inner)) { open.push(inner); }
        }
      }
    }
    return null;
  }

  function search() {
    var text = field.value.trim().toLowerCase();
    if (!text) { show([], false, ""); return; }
    var last = text.slice(text.lastIndexOf(".") + 1);
    var found = [];
    var next = collect(spelled(text), function (row) { return row[0].toLowerCase().startsWith(text); }, found);
    if (next === null && last && last !== text) {
      // A dotted name: first where its last part is complete.
      var fits = function (row) { return ("." + (row[1] || row[0])).toLowerCase().indexOf("." + text) >= 0; };
      next = collect(spelled(last) + "." + spelled(text), fits, found);
      if (next === null && !found.length) { next = collect(spelled(last), fits, found); }
    }
    sortByFit(found, text);
    var canLoad = next !== null && scriptsLeft > 0 && bytesLeft >= LARGEST;
    show(found, next !== null || found.length >= MOST_SHOWN, canLoad);
    if (canLoad) { load(next); }
  }

  // What is typed as a whole comes first, and code before headings of texts; else names stay in their order.
  function sortByFit(found, text) {
    function rank(row) {
      var isWhole = [row[0], plain(row[1] || row[0])].some(function (name) { return name.toLowerCase() === text; });
      return (isWhole ? 0 : 2) + (nodes[""].prose.indexOf(row[2]) < 0 ? 0 : 1);
    }
    found.sort(function (one, other) { return rank(one) - rank(other); });
  }

  // Of definitions that repeat a name, what tells them apart is for links, not for readers.
  function plain(name) { return name.replace(/~\d+(?=\.|$)/g, ""); }

  function load(place) {
    if (wanted[place]) { return; }
    wanted[place] = true;
    scriptsLeft--;
    var script = document.createElement("script");
    script.dataset.kwPlace = place;
    script.src = new URL("s-" + place + ".js", base).href;
    script.addEventListener("load", search);
    script.addEventListener("error", function () { nodes[place] = { rows: [] }; search(); });
    document.head.appendChild(script);
  }

  function symbols(data) {
    bytesLeft -= JSON.stringify(data).replace(/[^\x00-\x7f]/g, "\\uffff").length;
    nodes[document.currentScript.dataset.kwPlace] = data;
  }

  function address(row) {
    var path = row[4] || row[3].split("/").map(encodeURIComponent).join("/") + nodes[""].tail;
    var anchor = row.length > 5 ? row[5] : row[1] || row[0];
    return new URL("../" + path, base).href + (anchor ? "#" + encodeURIComponent(anchor) : "");
  }

  function add(parent, tag, text, name) {
    var element = parent.appendChild(document.createElement(tag));
    if (text) { element.textContent = text; }
    if (name) { element.className = name; }
    return element;
  }

  function show(found, isPart, isLoading) {
    list.textContent = "";
    found.forEach(function (row) {
      var item = add(list, "li");
      var link = add(item, "a");
      link.href = address(row);
      // Names may hold characters that turn the direction of text: each stands alone.
      add(add(link, "bdi"), "code", plain(row[1] || row[0]));
      add(item, "span", " " + nodes[""].kinds[row[2]] + " ", "kw-kind");
      add(add(item, "span", "", "kw-kind"), "bdi", row[3]);
    });
    list.hidden = !found.length;
    var words = nodes[""] || {};
    status.textContent = isLoading || !field.value.trim() ? "" : isPart ? words.more : found.length ? "" : words.none;
  }

  function begin() {
    scriptsLeft = MOST_SCRIPTS;
    bytesLeft = MOST_BYTES;
    search();
  }

  // Arrows go from the field through the results and back, Enter takes the first one, Escape clears.
  function move(event) {
    var stops = [field].concat(Array.from(list.querySelectorAll("a")));
    var at = stops.indexOf(document.activeElement);
    if (event.key === "ArrowDown" && at < stops.length - 1) { stops[at + 1].focus(); }
    else if (event.key === "ArrowUp" && at > 0) { stops[at - 1].focus(); }
    else if (event.key === "Enter" && at === 0 && stops[1]) { stops[1].click(); }
    else if (event.key === "Escape") { field.value = ""; field.focus(); begin(); }
    else { return; }
    event.preventDefault();
  }

  status.setAttribute("role", "status");
  list.className = "kw-found";
  list.hidden = true;
  label.after(list, status);
  window.kwdocs.symbols = symbols;
  field.addEventListener("input", begin);
  [field, list].forEach(function (part) { part.addEventListener("keydown", move); });
  begin();
})();
